package io.plantgate.event;

/**
 * The one notation of a decimal number: significant digits without leading and trailing zeros, then {@code e} and the
 * exponent where it is not zero. {@code 12.50} and {@code 1.25e1} are {@code 125e-1}; zero and negative zero are
 * {@code 0}.
 *
 * <p>It works on the characters alone, so it is exact and its cost does not grow with the exponent.
 */
public final class DecimalForm {

    private static final int EXPONENT_DIGITS_MAX = 9;

    private DecimalForm() {}

    /**
     * The canonical notation.
     *
     * @param literal a number as JSON writes it; leading zeros and a plus sign do no harm
     * @throws NumberFormatException if it is no number, or its exponent has more than nine digits
     */
    public static String canonical(String literal) {
        StringBuilder form = new StringBuilder(literal.length() + 4);
        append(form, literal);
        return form.toString();
    }

    /** How many digits stand before the exponent. */
    public static int digits(String literal) {
        int digits = 0;
        for (int i = 0; i < literal.length() && !isExponentMark(literal.charAt(i)); i++) {
            digits += isDigit(literal.charAt(i)) ? 1 : 0;
        }
        return digits;
    }

    /** The exponent as written, capped at a billion either way, so that a bound can be checked before any arithmetic. */
    public static int writtenExponent(String literal) {
        int mark = exponentMark(literal);
        return mark == literal.length() ? 0 : cappedInt(literal, mark + 1);
    }

    private static void append(StringBuilder form, String literal) {
        int end = exponentMark(literal);
        long exponent = end == literal.length() ? 0 : exponentOf(literal, end + 1);
        int start = skipSign(literal, 0);
        if (literal.charAt(0) == '-') {
            form.append('-');
        }
        int from = form.length();
        exponent += appendDigits(form, literal, start, end);
        exponent += dropTrailingZeros(form, from);
        finish(form, from, exponent);
    }

    // Answers what the digits after the point take from the exponent.
    private static int appendDigits(StringBuilder form, String literal, int start, int end) {
        int from = form.length();
        int point = -1;
        for (int i = start; i < end; i++) {
            char c = literal.charAt(i);
            if (c == '.' && point < 0) {
                point = i;
            } else if (!isDigit(c)) {
                throw new NumberFormatException("no number: " + literal);
            } else if (c != '0' || form.length() > from) {
                form.append(c);
            }
        }
        if (end - start - (point < 0 ? 0 : 1) < 1) {
            throw new NumberFormatException("no number: " + literal);
        }
        return point < 0 ? 0 : point + 1 - end;
    }

    private static int dropTrailingZeros(StringBuilder form, int from) {
        int length = form.length();
        while (length > from && form.charAt(length - 1) == '0') {
            length--;
        }
        int dropped = form.length() - length;
        form.setLength(length);
        return dropped;
    }

    private static void finish(StringBuilder form, int from, long exponent) {
        if (form.length() == from) {
            form.setLength(0);
            form.append('0');
        } else if (exponent != 0) {
            form.append('e').append(exponent);
        }
    }

    private static long exponentOf(String literal, int start) {
        int first = skipSign(literal, start);
        if (first == literal.length() || literal.length() - first > EXPONENT_DIGITS_MAX) {
            throw new NumberFormatException("no exponent of one to nine digits: " + literal);
        }
        return cappedInt(literal, start);
    }

    private static int cappedInt(String literal, int start) {
        long value = 0;
        for (int i = skipSign(literal, start); i < literal.length(); i++) {
            if (!isDigit(literal.charAt(i))) {
                throw new NumberFormatException("no number: " + literal);
            }
            value = Math.min(1_000_000_000L, value * 10 + literal.charAt(i) - '0');
        }
        boolean negative = start < literal.length() && literal.charAt(start) == '-';
        return (int) (negative ? -value : value);
    }

    private static int skipSign(String literal, int start) {
        boolean signed = start < literal.length() && (literal.charAt(start) == '-' || literal.charAt(start) == '+');
        return signed ? start + 1 : start;
    }

    private static int exponentMark(String literal) {
        for (int i = 0; i < literal.length(); i++) {
            if (isExponentMark(literal.charAt(i))) {
                return i;
            }
        }
        return literal.length();
    }

    private static boolean isExponentMark(char c) {
        return c == 'e' || c == 'E';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
