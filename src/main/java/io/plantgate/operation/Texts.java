package io.plantgate.operation;

import io.plantgate.event.VisibleText;

/** Texts of devices and people, as PostgreSQL can keep them and a log can show them. */
final class Texts {

    private Texts() {}

    /** The same without NUL, which PostgreSQL keeps in no text; null stays null. */
    static String storable(String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    /** The same, visible and cut; null stays null. */
    static String kept(String text, int charsMax) {
        return text == null ? null : VisibleText.of(text, charsMax);
    }
}
