package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.ReasonCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Builds the tree of one XML element, within bounds. */
final class XmlTree {

    static final String ATTRIBUTE = "@";
    static final String TEXT = "#text";

    private final XMLStreamReader reader;
    private final Bounds bounds;
    private int depth;
    private int fields;

    XmlTree(XMLStreamReader reader, Bounds bounds) {
        this.reader = reader;
        this.bounds = bounds;
    }

    /** The element that starts at the reader's current event; afterwards the reader stands at its end. */
    FieldValue element() throws XMLStreamException, Unreadable {
        enter();
        Map<String, List<FieldValue>> children = new LinkedHashMap<>();
        addAttributes(children);
        StringBuilder text = new StringBuilder();
        for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                String name = reader.getLocalName();
                add(children, name, element());
            } else if (isText(event)) {
                text.append(reader.getText());
            }
        }
        depth--;
        return children.isEmpty()
                ? new Text(text.toString())
                : object(children, text.toString().strip());
    }

    private void addAttributes(Map<String, List<FieldValue>> children) throws Unreadable {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            add(children, ATTRIBUTE + reader.getAttributeLocalName(i), new Text(reader.getAttributeValue(i)));
        }
    }

    private void add(Map<String, List<FieldValue>> children, String name, FieldValue value) throws Unreadable {
        if (++fields > bounds.fieldsMax()) {
            throw new Unreadable(ReasonCode.TOO_LARGE, "more than fieldsMax " + bounds.fieldsMax() + " values.");
        }
        children.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
    }

    private static FieldValue object(Map<String, List<FieldValue>> children, String text) {
        List<Field> members = new ArrayList<>();
        children.forEach(
                (name, values) -> members.add(new Field(name, values.size() == 1 ? values.get(0) : new Items(values))));
        if (!text.isEmpty()) {
            members.add(new Field(TEXT, new Text(text)));
        }
        return Fields.of(members);
    }

    private static boolean isText(int event) {
        return event == XMLStreamConstants.CHARACTERS
                || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    private void enter() throws Unreadable {
        if (++depth > bounds.depthMax()) {
            throw new Unreadable(ReasonCode.TOO_DEEP, "nested deeper than depthMax " + bounds.depthMax() + ".");
        }
    }
}
