package io.plantgate.effect;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

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

    private static final String MASK = "$1***";
    private static final Pattern BEARER = Pattern.compile("(?i)\\b((?:bearer|basic)\\s+)[\\w.~+/=-]{6,}");
    private static final Pattern NAMED = Pattern.compile("(?i)((?:\"|\\b)(?:[\\w-]*password|passwd|pwd|[\\w-]*secret|"
            + "[\\w-]*token|api[_-]?key|authorization|set-cookie|cookie|jsessionid)\"?\\s*[:=]\\s*)"
            + "(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,;&}\"<]+)");

    /** An answer whose text is masked and cut to {@link #TEXT_BYTES_MAX}. */
    public static Answer of(String status, String text) {
        return new Answer(status, text).masked().cut(TEXT_BYTES_MAX);
    }

    /** The same with the values of passwords, tokens, keys and cookies replaced by {@code ***}. */
    public Answer masked() {
        if (text == null) {
            return this;
        }
        String withoutBearer = BEARER.matcher(text).replaceAll(MASK);
        return new Answer(status, NAMED.matcher(withoutBearer).replaceAll(MASK));
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
