package io.plantgate.effect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * What is sent, made by the kind's template.
 *
 * @param body the bytes; of a text (SMS) the text itself in UTF-8; never changed by anyone
 * @param contentType media type, e.g. {@code application/json} or {@code text/plain}
 */
public record Message(byte[] body, String contentType) {

    /** Nothing to send: a status query has its references and the key. */
    public static final Message NONE = new Message(new byte[0], null);

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message that
                && Arrays.equals(body, that.body)
                && Objects.equals(contentType, that.contentType);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return "Message[" + contentType + ", " + body.length + " bytes]";
    }
}
