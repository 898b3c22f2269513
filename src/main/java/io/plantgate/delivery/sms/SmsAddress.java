package io.plantgate.delivery.sms;

import java.util.regex.Pattern;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;

/**
 * A telephone number or a sender's name, with SMPP's type and plan (SMPP 3.4, 5.2.5 and 5.2.6): {@code +49…} is international,
 * digits are left to the centre, a name of up to 11 characters is alphanumeric.
 */
record SmsAddress(TypeOfNumber type, NumberingPlanIndicator plan, String digits) {

    private static final Pattern INTERNATIONAL = Pattern.compile("\\+[0-9]{5,15}");
    private static final Pattern NATIONAL = Pattern.compile("[0-9]{2,20}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._-]{1,11}");
    private static final int SHOWN_DIGITS = 3;

    /** @throws IllegalArgumentException if it is no number */
    static SmsAddress number(String text) {
        String number = text.replaceAll("[ ()/.-]", "");
        if (INTERNATIONAL.matcher(number).matches()) {
            return new SmsAddress(TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, number.substring(1));
        }
        if (NATIONAL.matcher(number).matches()) {
            return new SmsAddress(TypeOfNumber.UNKNOWN, NumberingPlanIndicator.ISDN, number);
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no telephone number. Expected is +4915550001 or the digits of a national one.");
    }

    /** @throws IllegalArgumentException if it is neither a number nor a name; empty lets the centre choose */
    static SmsAddress sender(String text) {
        if (text.isBlank()) {
            return new SmsAddress(TypeOfNumber.UNKNOWN, NumberingPlanIndicator.UNKNOWN, "");
        }
        if (NAME.matcher(text).matches() && !NATIONAL.matcher(text).matches()) {
            return new SmsAddress(TypeOfNumber.ALPHANUMERIC, NumberingPlanIndicator.UNKNOWN, text);
        }
        return number(text);
    }

    /** As it was given, for keeping. */
    String text() {
        return type == TypeOfNumber.INTERNATIONAL ? "+" + digits : digits;
    }

    /** For people and logs: who was told is nobody's business, and which of two numbers can be seen. */
    String masked() {
        int hidden = Math.max(0, digits.length() - SHOWN_DIGITS);
        return "…" + digits.substring(hidden);
    }
}
