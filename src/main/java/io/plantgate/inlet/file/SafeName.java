package io.plantgate.inlet.file;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a claimed file has on disk: the number of its import and what is harmless of its own name. A sender's name
 * is data; it never becomes a path.
 */
record SafeName(long importId, String rest) {

    private static final Pattern PARTS = Pattern.compile("(\\d{1,18})__(.+)");

    // With the number in front and ".reason.txt" behind it stays under the 255 bytes that file systems allow.
    private static final int REST_BYTES_MAX = 200;

    static SafeName of(long importId, String fileName) {
        StringBuilder rest = new StringBuilder();
        fileName.codePoints().forEach(codePoint -> rest.appendCodePoint(isHarmless(codePoint) ? codePoint : '_'));
        return new SafeName(importId, lastBytes(rest.toString().replaceFirst("^\\.+", "_")));
    }

    /** Reads a claimed file's name; null if it is none. */
    static SafeName parse(String onDisk) {
        Matcher parts = PARTS.matcher(onDisk);
        return parts.matches() ? new SafeName(Long.parseLong(parts.group(1)), parts.group(2)) : null;
    }

    /** Numbers are padded, so that names sort in the order of their coming. */
    String onDisk() {
        return String.format("%08d__%s", importId, rest);
    }

    private static boolean isHarmless(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || "._- ()+=@".indexOf(codePoint) >= 0;
    }

    // The end is kept: it says what kind of file it is.
    private static String lastBytes(String name) {
        int from = 0;
        while (name.substring(from).getBytes(StandardCharsets.UTF_8).length > REST_BYTES_MAX) {
            from += Character.charCount(name.codePointAt(from));
        }
        return name.substring(from);
    }
}
