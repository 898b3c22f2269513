package io.plantgate.embedded.sms;

import java.nio.charset.StandardCharsets;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.SubmitSm;

/**
 * A submit_sm as it came.
 *
 * @param messageId what the centre calls it
 * @param systemId who sent it
 * @param source source_addr
 * @param destination destination_addr
 * @param hasHeader whether the octets begin with a user data header
 * @param dataCoding data_coding
 * @param octets short_message
 * @param registeredDelivery registered_delivery; 0 asks for no receipt
 * @param userReference user_message_reference, or null
 * @param validity validity_period, or null
 */
public record CentreMessage(
        String messageId,
        String systemId,
        String source,
        String destination,
        boolean hasHeader,
        byte dataCoding,
        byte[] octets,
        byte registeredDelivery,
        Short userReference,
        String validity) {

    private static final int TEXT_CHARS_MAX = 160;

    static CentreMessage of(String messageId, String systemId, SubmitSm submit) {
        var reference = submit.getOptionalParameter(OptionalParameter.User_message_reference.class);
        return new CentreMessage(
                messageId,
                systemId,
                submit.getSourceAddr(),
                submit.getDestAddress(),
                submit.isUdhi(),
                submit.getDataCoding(),
                submit.getShortMessage(),
                submit.getRegisteredDelivery(),
                reference == null ? null : reference.getValue(),
                submit.getValidityPeriod());
    }

    /** Number of this part, from 1; 1 for a message that is alone. */
    public int partNo() {
        return hasHeader ? octets[octets[0]] & 0xFF : 1;
    }

    /** The reference that the parts of a message share, as a number; 0 for a message that is alone. */
    public int concatReference() {
        if (!hasHeader) {
            return 0;
        }
        return octets[1] == 0 ? octets[3] & 0xFF : (octets[3] & 0xFF) << 8 | octets[4] & 0xFF;
    }

    /** Roughly what it says, for a log: ASCII letters of either alphabet, a dot for anything else. */
    public String glimpse() {
        int from = hasHeader ? octets[0] + 1 : 0;
        var charset = dataCoding == 8 ? StandardCharsets.UTF_16BE : StandardCharsets.ISO_8859_1;
        String text = new String(octets, from, octets.length - from, charset).replaceAll("[^ -~]", ".");
        return text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX);
    }
}
