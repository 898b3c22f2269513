package io.plantgate.event;

/** Text made safe for a log line, a page or PostgreSQL: what cannot be seen is written as a visible escape. */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Escapes control characters, lone surrogates and line ends as {@code \}{@code uXXXX} and cuts at the bound.
     *
     * @param text any text
     * @param charsMax bound on the result in characters; a longer text ends in an ellipsis
     */
    public static String of(String text, int charsMax) {
        return text.length() <= charsMax && isPlain(text) ? text : escaped(text, charsMax);
    }

    // Nearly every text of a plant: nothing to look up, nothing to copy.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String text, int charsMax) {
        StringBuilder visible = new StringBuilder(Math.min(text.length(), charsMax) + 16);
        int index = 0;
        while (index < text.length() && visible.length() < charsMax) {
            int codePoint = text.codePointAt(index);
            append(visible, codePoint);
            index += Character.charCount(codePoint);
        }
        return index < text.length() ? visible.append('…').toString() : visible.toString();
    }

    private static void append(StringBuilder visible, int codePoint) {
        if (isHidden(codePoint)) {
            visible.append(String.format("\\u%04X", codePoint));
        } else {
            visible.appendCodePoint(codePoint);
        }
    }

    private static boolean isHidden(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
