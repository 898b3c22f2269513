package io.plantgate.intake.barcode;

/** What the rules make of one scanned code. */
public sealed interface NormalCode {

    /**
     * One form for keys and comparisons.
     *
     * @param text begins with its kind ({@code gtin:}, {@code gs1:}, {@code code:}), so that kinds never meet
     */
    record Known(String text) implements NormalCode {}

    /** It can be read in several ways; nobody may guess which. {@code text} is what was read, cleaned. */
    record Ambiguous(String text, String why) implements NormalCode {}

    /** It is certainly wrong: a spreadsheet's number, a wrong check digit, a control character. */
    record Refused(String why) implements NormalCode {}
}
