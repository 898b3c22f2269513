package io.plantgate.effect;

import java.nio.charset.StandardCharsets;

/**
 * What a target answered, as far as it is kept: bounded, without secrets. Both parts may be null.
 *
 * @param status the protocol's own word, e.g. {@code 201} or {@code ESME_RTHROTTLED}
 * @param text the answer's text, e.g. a response body
 */
public record Answer(String status, String text) {

    /** Nothing was answered. */
    public static final Answer NONE = new Answer(null, null);

    /** Bytes of the text that are kept where an endpoint says nothing else. */
    public static final int TEXT_BYTES_MAX = 4_096;

    /** An answer whose text is masked and cut to {@link #TEXT_BYTES_MAX}. */
    public static Answer of(String status, String text) {
        return new Answer(status, text).masked().cut(TEXT_BYTES_MAX);
    }

    /**
     * The same with the values of passwords, tokens, keys and cookies replaced by {@code ***}. What an answer says is judged
     * before: that its text cannot be kept changes no outcome.
     */
    public Answer masked() {
        if (text == null) {
            return this;
        }
        try {
            return new Answer(status, Secrets.hide(text));
        } catch (RuntimeException | StackOverflowError e) {
            return new Answer(status, "*** (not kept: " + e.getClass().getSimpleName() + ")");
        }
    }

    /** The same with a text of at most this many bytes of UTF-8; what was cut is said at its end. */
    public Answer cut(int textBytesMax) {
        if (text == null || text.length() <= textBytesMax / 3) {
            return this;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= textBytesMax) {
            return this;
        }
        String end = "… (" + bytes.length + " bytes)";
        int keep = Math.max(0, textBytesMax - end.getBytes(StandardCharsets.UTF_8).length);
        // A byte 10xxxxxx continues a character: one that does not fit as a whole is left out.
        while (keep > 0 && (bytes[keep] & 0xC0) == 0x80) {
            keep--;
        }
        return new Answer(status, new String(bytes, 0, keep, StandardCharsets.UTF_8) + end);
    }
}
