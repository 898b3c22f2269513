package io.plantgate.intake;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import io.plantgate.event.FieldValue;
import io.plantgate.event.ReasonCode;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Items of XML 1.0 without a document type. The root element's content is the item: child elements are fields by their
 * local names, attributes are {@code @name}, elements of one name are a list, text beside either is {@code #text}.
 */
final class XmlItem implements ItemFormat {

    private final WstxInputFactory factory;
    private final Bounds bounds;
    private final String root;

    /** @param root the only name that the root element may have, or null */
    XmlItem(Bounds bounds, String root) {
        this.bounds = bounds;
        this.root = root;
        this.factory = factory();
    }

    @Override
    public FieldValue decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
            return document(reader);
        } catch (XMLStreamException e) {
            throw malformed(e);
        }
    }

    private FieldValue document(XMLStreamReader reader) throws XMLStreamException, Unreadable {
        FieldValue item = null;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD) {
                throw new Unreadable(
                        ReasonCode.DOCTYPE_FORBIDDEN, "a document type declaration. Send the document without it.");
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                refuseOtherRoot(reader.getLocalName());
                item = new XmlTree(reader, bounds).element();
            }
        }
        return item;
    }

    private void refuseOtherRoot(String found) throws Unreadable {
        if (root != null && !root.equals(found)) {
            throw new Unreadable(
                    ReasonCode.MALFORMED, "the root element is '" + found + "', the profile expects '" + root + "'.");
        }
    }

    private static Unreadable malformed(XMLStreamException e) {
        boolean undecodable = causedBy(e, CharacterCodingException.class) || causedBy(e, CharConversionException.class);
        String where = e.getLocation() == null
                ? ""
                : " at character " + e.getLocation().getCharacterOffset();
        String problem = e.getMessage() == null
                ? ""
                : ": " + e.getMessage().lines().findFirst().orElse("");
        return new Unreadable(
                undecodable ? ReasonCode.NOT_DECODABLE : ReasonCode.MALFORMED, "not XML" + where + problem);
    }

    private static boolean causedBy(XMLStreamException e, Class<? extends Exception> kind) {
        return kind.isInstance(e.getCause()) || kind.isInstance(e.getNestedException());
    }

    private static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(WstxInputProperties.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, 1_000);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("external entities are not read: " + systemId);
        });
        return factory;
    }
}
