package io.plantgate.intake;

import io.plantgate.event.DecimalForm;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.ReasonCode;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers written as text, read strictly: ASCII digits only, nothing guessed. */
final class Numbers {

    private static final Pattern WITH_POINT = Pattern.compile("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern WITH_COMMA =
            Pattern.compile("[-+]?([0-9]+|[0-9]{1,3}(\\.[0-9]{3})+)(,[0-9]+)?([eE][-+]?[0-9]+)?");

    private Numbers() {}

    static Optional<String> literal(String text, boolean decimalComma) {
        Pattern pattern = decimalComma ? WITH_COMMA : WITH_POINT;
        if (!pattern.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(decimalComma ? text.replace(".", "").replace(',', '.') : text);
    }

    static Decimal bounded(String literal, Bounds bounds) throws Unreadable {
        if (literal.length() <= bounds.numberDigitsMax() && literal.length() < 4) {
            return new Decimal(literal);
        }
        int digits = DecimalForm.digits(literal);
        if (digits > bounds.numberDigitsMax()) {
            throw new Unreadable(
                    ReasonCode.NUMBER_OUT_OF_BOUNDS,
                    "a number of " + digits + " digits, numberDigitsMax is " + bounds.numberDigitsMax() + ".");
        }
        if (Math.abs(DecimalForm.writtenExponent(literal)) > bounds.numberExponentMax()) {
            throw new Unreadable(
                    ReasonCode.NUMBER_OUT_OF_BOUNDS,
                    "a number with an exponent over numberExponentMax " + bounds.numberExponentMax() + ".");
        }
        return new Decimal(literal);
    }

    /** True for one or more of the ten ASCII digits. */
    static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
