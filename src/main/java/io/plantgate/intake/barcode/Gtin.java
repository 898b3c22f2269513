package io.plantgate.intake.barcode;

import java.util.Optional;

/**
 * Global Trade Item Numbers of 8, 12, 13 and 14 digits in one form of 14 (GS1 General Specifications, section 3.3.2), and the
 * check digit that they share with other GS1 keys (section 7.9.1).
 */
final class Gtin {

    private static final int DIGITS = 14;

    private Gtin() {}

    /** The form of 14 digits; empty for another number of digits or a wrong check digit. Nothing is ever padded by guess. */
    static Optional<String> of(String digits) {
        boolean length = digits.length() == 8 || digits.length() >= 12 && digits.length() <= DIGITS;
        return length && hasCheckDigit(digits)
                ? Optional.of("0".repeat(DIGITS - digits.length()) + digits)
                : Optional.empty();
    }

    /** True for digits whose last one is the check digit of the others. */
    static boolean hasCheckDigit(String digits) {
        if (digits.length() < 2 || !isDigits(digits)) {
            return false;
        }
        int last = digits.length() - 1;
        return checkDigit(digits.substring(0, last)) == digits.charAt(last) - '0';
    }

    /** Weights 3 and 1 from the right; what is missing to the next ten. */
    static int checkDigit(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int weight = (digits.length() - i) % 2 == 0 ? 1 : 3;
            sum += weight * (digits.charAt(i) - '0');
        }
        return (10 - sum % 10) % 10;
    }

    /** ASCII digits only; those of other scripts are not read by any scanner. */
    static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
