package io.plantgate.intake.barcode;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A GS1 element string, cut by its application identifiers (GS1 General Specifications, sections 3.2 and 7.8). A value of
 * variable length ends at FNC1, which a scanner transmits as GS (0x1D), or at the end of the string, and nowhere else.
 */
final class ElementString {

    static final char FNC1 = 0x1D;

    private final String text;
    private final List<Element> elements = new ArrayList<>();
    private int at;

    /** An application identifier and its value. */
    record Element(String identifier, String value) {
        @Override
        public String toString() {
            return "(" + identifier + ")" + value;
        }
    }

    /** Why a string cannot be cut in one certain way. */
    static final class AmbiguousException extends Exception {
        private static final long serialVersionUID = 1L;

        AmbiguousException(String why) {
            super(why, null, false, false);
        }
    }

    /** Why a string is certainly wrong. */
    static final class WrongException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongException(String why) {
            super(why, null, false, false);
        }
    }

    private ElementString(String text) {
        this.text = text;
    }

    /** Cuts the string. */
    static List<Element> parse(String text) throws AmbiguousException, WrongException {
        return new ElementString(text).elements();
    }

    /** One form whatever the order of its elements. Of a GTIN alone the GTIN, so that a carton's two symbols meet. */
    static String normal(List<Element> elements) {
        if (elements.size() == 1 && elements.get(0).identifier().equals("01")) {
            return "gtin:" + elements.get(0).value();
        }
        return elements.stream()
                .sorted(Comparator.comparing(Element::identifier).thenComparing(Element::value))
                .map(Element::toString)
                .collect(Collectors.joining(String.valueOf(FNC1), "gs1:", ""));
    }

    private List<Element> elements() throws AmbiguousException, WrongException {
        skipSeparators();
        while (at < text.length()) {
            elements.add(next());
            skipSeparators();
        }
        if (elements.isEmpty()) {
            throw new WrongException("it holds no application identifier");
        }
        return elements;
    }

    private Element next() throws AmbiguousException, WrongException {
        Identifiers.Rule rule = Identifiers.at(text, at);
        if (rule == null) {
            throw new AmbiguousException(
                    "there is no application identifier at character " + (at + 1) + "; an FNC1 before it may be lost");
        }
        String identifier = text.substring(at, at + rule.identifierLength());
        at += rule.identifierLength();
        int end = end(rule);
        String value = text.substring(at, end);
        at = end;
        refuse(rule, identifier, value);
        return new Element(identifier, value);
    }

    /** Values of predefined length need no FNC1 behind them; of all others it is the only end that is certain. */
    private int end(Identifiers.Rule rule) {
        int separator = text.indexOf(FNC1, at);
        int end = separator < 0 ? text.length() : separator;
        return rule.predefined() ? Math.min(end, at + rule.lengthMax()) : end;
    }

    private static void refuse(Identifiers.Rule rule, String identifier, String value)
            throws AmbiguousException, WrongException {
        if (value.length() > rule.lengthMax()) {
            throw new AmbiguousException("(" + identifier + ") has " + value.length() + " characters, at most "
                    + rule.lengthMax() + " are allowed; an FNC1 in it is lost");
        }
        if (value.length() < rule.lengthMin()) {
            throw new WrongException("(" + identifier + ") has " + value.length() + " characters, at least "
                    + rule.lengthMin() + " are needed");
        }
        if (!Gtin.isDigits(value.substring(0, Math.min(rule.digits(), value.length()))) && rule.digits() > 0) {
            throw new WrongException("(" + identifier + ") '" + value + "' is not digits where it must be");
        }
        if (rule.checkDigitAt() > 0 && !Gtin.hasCheckDigit(value.substring(0, rule.checkDigitAt()))) {
            throw new WrongException("the check digit of (" + identifier + ")" + value + " is wrong");
        }
        if (rule.date() != Identifiers.Date.NONE && !isDate(value, rule.date())) {
            throw new WrongException("(" + identifier + ")" + value + " begins with no date: expected is YYMMDD"
                    + (rule.date() == Identifiers.Date.OF_DAY ? "" : ", with day 00 for a month"));
        }
    }

    // The century is not in it; only for 29 February it would count, and every fourth year has one from 1904 to 2096.
    private static boolean isDate(String value, Identifiers.Date date) {
        int month = Integer.parseInt(value.substring(2, 4));
        int day = Integer.parseInt(value.substring(4, 6));
        boolean monthOnly = day == 0 && date == Identifiers.Date.OF_DAY_OR_MONTH;
        return month >= 1
                && month <= 12
                && (monthOnly
                        || day >= 1
                                && day
                                        <= YearMonth.of(2000 + Integer.parseInt(value.substring(0, 2)), month)
                                                .lengthOfMonth());
    }

    private void skipSeparators() {
        while (at < text.length() && text.charAt(at) == FNC1) {
            at++;
        }
    }
}
