package io.plantgate.intake;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How a CSV source writes.
 *
 * @param delimiter between fields, ASCII
 * @param quote around fields, doubled inside them, ASCII
 * @param decimalComma numbers are written {@code 1.234,5}
 * @param columns names of the columns where there is no header row, else empty
 * @param finalNewlineRequired a last row without a line end may have been cut off
 */
record CsvDialect(
        Charset charset,
        char delimiter,
        char quote,
        boolean decimalComma,
        List<String> columns,
        boolean finalNewlineRequired) {

    private static final int FIRST_TRAIL_BYTE = 0x40;

    boolean hasHeader() {
        return columns.isEmpty();
    }

    boolean utf8() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** Why rows of this dialect cannot be told apart on their bytes; empty if they can. */
    Optional<String> refusal() {
        if (!asciiIsItself()) {
            return Optional.of("in " + charset.name() + " an ASCII character is not the one byte of its code, so rows"
                    + " cannot be told apart on their bytes; expected: UTF-8, GBK, windows-1252 or the like");
        }
        if (!isMark(delimiter) || !isMark(quote) || delimiter == quote) {
            return Optional.of("delimiter and quote are two different ASCII characters that are neither letters, digits"
                    + " nor line ends");
        }
        boolean mayTrail = delimiter >= FIRST_TRAIL_BYTE || quote >= FIRST_TRAIL_BYTE;
        if (!utf8() && charset.newEncoder().maxBytesPerChar() > 1 && mayTrail) {
            return Optional.of(
                    "in " + charset.name() + " that delimiter or quote can be the second byte of a character;"
                            + " expected: one such as , ; or tab");
        }
        return Optional.empty();
    }

    private static boolean isMark(char c) {
        return c < 0x7F && c != '\n' && c != '\r' && !Character.isLetterOrDigit(c);
    }

    private boolean asciiIsItself() {
        for (int b = 0; b < 0x80; b++) {
            String decoded = new String(new byte[] {(byte) b}, charset);
            if (decoded.length() != 1 || decoded.charAt(0) != b) {
                return false;
            }
        }
        return charset.canEncode();
    }
}
