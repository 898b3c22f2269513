package io.plantgate.effect;

/** Texts of targets, as PostgreSQL can keep them. */
final class Texts {

    private Texts() {}

    /** The same without U+0000 and lone surrogates, which PostgreSQL refuses; null stays null. */
    static String storable(String text) {
        if (text == null || text.chars().noneMatch(unit -> unit == 0 || Character.isSurrogate((char) unit))) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> point == 0 || point >= 0xD800 && point <= 0xDFFF ? 0xFFFD : point)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
