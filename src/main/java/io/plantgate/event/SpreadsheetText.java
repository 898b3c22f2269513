package io.plantgate.event;

/**
 * Text of a CSV cell that no spreadsheet takes for a formula and runs (OWASP, CSV injection). Every export guards its texts by
 * this one rule, which loses nothing: where a cell begins with an apostrophe, the text begins behind it.
 */
public final class SpreadsheetText {

    // The apostrophe itself is guarded as well, so that one taken off is never one too many. Full-width signs count in
    // some
    // languages' spreadsheets.
    private static final String GUARDED = "=+-@\t\r\n'\uFF1D\uFF0B\uFF0D\uFF20";

    private SpreadsheetText() {}

    /** The text, with an apostrophe in front where it begins as a formula does, or with one. */
    public static String of(String text) {
        return text.isEmpty() || GUARDED.indexOf(text.charAt(0)) < 0 ? text : "'" + text;
    }
}
