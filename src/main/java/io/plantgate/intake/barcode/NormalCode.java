package io.plantgate.intake.barcode;

/** What the rules make of one scanned code. */
public sealed interface NormalCode {

    /** A code that can be compared with others. */
    sealed interface Comparable extends NormalCode {

        /** One form for keys and comparisons; begins with its kind ({@code gtin:}, {@code gs1:}, {@code code:}), so that kinds never meet. */
        String text();

        /** How else it could be read, for people; null where there is no doubt. */
        String doubt();
    }

    /** It is taken as read. */
    record Known(String text, String doubt) implements Comparable {
        public Known(String text) {
            this(text, null);
        }
    }

    /** It can be read in several ways, and nobody may guess which: no key is derived from it. */
    record Ambiguous(String text, String doubt) implements Comparable {}

    /** It is certainly wrong: a spreadsheet's number, a wrong check digit, a control character. */
    record Refused(String why) implements NormalCode {}
}
