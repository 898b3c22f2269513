package io.plantgate.delivery.sms;

import java.time.Duration;

/**
 * One submit_sm.
 *
 * @param serviceType SMPP's service_type, usually empty
 * @param validity how long the centre may try; zero for as long as it likes
 * @param receipt whether it is to report what became of it
 * @param userReference user_message_reference, which a receipt brings back; null for centres that refuse it
 */
record ShortMessage(
        String serviceType,
        SmsAddress source,
        SmsAddress destination,
        SmsPart part,
        Duration validity,
        boolean receipt,
        Short userReference) {

    private static final byte UDHI = 0x40;

    /** esm_class (SMPP 3.4, 5.2.12): the centre's default mode, and whether there is a user data header. */
    byte esmClass() {
        return part.hasHeader() ? UDHI : 0;
    }

    /** validity_period as a relative time (SMPP 3.4, 7.1.1.2), at most 63 days; null for the centre's default. */
    String validityPeriod() {
        if (validity.isZero()) {
            return null;
        }
        return "0000%02d%02d%02d%02d000R"
                .formatted(
                        Math.min(63, validity.toDays()),
                        validity.toHoursPart(),
                        validity.toMinutesPart(),
                        validity.toSecondsPart());
    }
}
