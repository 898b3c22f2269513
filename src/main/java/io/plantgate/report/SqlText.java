package io.plantgate.report;

/** Values as literals of SQL that a person copies; the gateway's own statements bind instead. */
final class SqlText {

    private SqlText() {}

    /** A text literal (PostgreSQL documentation 4.1.2.1); a backslash is itself, as standard_conforming_strings is on. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
