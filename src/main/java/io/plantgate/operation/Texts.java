package io.plantgate.operation;

import io.plantgate.event.VisibleText;

/** Texts of devices and people, as PostgreSQL can keep them and a log can show them. */
final class Texts {

    static final int CODE_CHARS_MAX = 100;
    static final int REFERENCE_CHARS_MAX = 500;
    static final int EVIDENCE_CHARS_MAX = 4_000;

    private Texts() {}

    /** The same without NUL, which PostgreSQL keeps in no text; null stays null. */
    static String storable(String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    /** Both, one after the other, each as a sentence; what is null or empty is left out. */
    static String sentences(String first, String second) {
        if (first == null || first.isBlank() || second == null || second.isBlank()) {
            return first == null || first.isBlank() ? second : first;
        }
        return first + (first.endsWith(".") ? " " : ". ") + second;
    }

    /** A code for machines, visible and cut. */
    static String code(String text) {
        return kept(text, CODE_CHARS_MAX);
    }

    /** What people read to find out, visible and cut. */
    static String evidence(String text) {
        return kept(text, EVIDENCE_CHARS_MAX);
    }

    /** The same, visible and cut; null stays null. */
    static String kept(String text, int charsMax) {
        return text == null ? null : VisibleText.of(text, charsMax);
    }
}
