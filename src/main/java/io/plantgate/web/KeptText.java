package io.plantgate.web;

/** What any text of a person or a client has to be, whatever else is asked of it: PostgreSQL can keep it, and it ends. */
final class KeptText {

    /** Of one text in a body or a question. */
    static final int CHARS_MAX = 4_000;

    private KeptText() {}

    /** What is wrong with it, to be said behind the field's name; null if nothing is. */
    static String objection(String text) {
        if (text == null) {
            return null;
        }
        if (text.length() > CHARS_MAX) {
            return text.length() + " characters, at most " + CHARS_MAX + " are kept. Shorten it.";
        }
        boolean kept = text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
        return kept ? null : "holds a NUL character or half a character, which cannot be kept. Write plain text.";
    }
}
