package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Null;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.ReasonCode;

/**
 * Where a part of an identity stands, and how it is written.
 *
 * @param digits true for a part that is a number: {@code 42} and {@code "42"} are one, everything else is refused
 */
record PartPlace(Place place, boolean digits) {

    /** The part's text, NFC; null where it is missing, null or blank. */
    String textIn(ReadItem item, String partName) throws Unreadable {
        FieldValue value = place.in(item);
        if (value == null || value instanceof Null) {
            return null;
        }
        if (value instanceof Text text) {
            return text(text.value(), partName);
        }
        if (value instanceof Decimal decimal) {
            return digits(decimal.literal(), partName);
        }
        throw new Unreadable(
                ReasonCode.IDENTITY_NOT_TEXT, partName + " at " + place + " is neither text nor a number.");
    }

    private String text(String text, String partName) throws Unreadable {
        if (IdentityPart.isBlank(text)) {
            return null;
        }
        return digits ? digits(text, partName) : IdentityPart.normalise(text);
    }

    private String digits(String text, String partName) throws Unreadable {
        boolean leadingZero = text.length() > 1 && text.charAt(0) == '0';
        if (!Numbers.isDigits(text) || leadingZero) {
            throw new Unreadable(
                    ReasonCode.IDENTITY_NOT_DIGITS,
                    partName + " at " + place + " is '" + text
                            + "', not digits 0 to 9 without sign, leading zero or exponent. Correct it at the source.");
        }
        return text;
    }
}
