package io.plantgate.intake;

import io.plantgate.event.Numbering;
import io.plantgate.event.Numbering.Restarts;
import io.plantgate.event.Numbering.Terms;
import io.plantgate.event.ReasonCode;

/** How the number of a {@code sequence} profile is read from its digits. */
record NumberingRule(Terms terms) {

    // Every number of so many digits fits a long.
    private static final int DIGITS_MAX = 18;

    /** @throws Unreadable if the number is none that the sequence can hold */
    Numbering of(String digits) throws Unreadable {
        if (!Numbers.isDigits(digits)) {
            throw new Unreadable(
                    ReasonCode.IDENTITY_NOT_DIGITS, "the number '" + digits + "' is not written as digits 0 to 9.");
        }
        if (digits.length() > DIGITS_MAX || !fits(Long.parseLong(digits))) {
            throw new Unreadable(
                    ReasonCode.SEQUENCE_NUMBER_OUT_OF_RANGE,
                    "the number " + digits
                            + (terms.modulus() == 0
                                    ? " has more than " + DIGITS_MAX + " digits"
                                    : " is not below the modulus " + terms.modulus())
                            + ". Correct it at the source, or sequence.modulus in the profile.");
        }
        return new Numbering(Long.parseLong(digits), terms);
    }

    /** True if only the boot is missing and the entity's latest birth is to tell it. */
    boolean isOfLatestBirth(IdentityRules.Found found) {
        return terms.restarts() == Restarts.BIRTH && found.missing().code() == ReasonCode.MISSING_BOOT_ID;
    }

    private boolean fits(long number) {
        return terms.modulus() == 0 || number < terms.modulus();
    }
}
