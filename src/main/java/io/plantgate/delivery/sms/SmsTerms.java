package io.plantgate.delivery.sms;

import java.time.Duration;

/**
 * How a channel sends.
 *
 * @param source the sender; digits may be empty
 * @param serviceType SMPP's service_type
 * @param validity how long the centre may try; zero for as long as it likes
 * @param receipts whether receipts are asked for
 * @param acceptedIsDelivered whether the centre's acceptance already counts as delivery
 * @param userReferences whether submits carry a user_message_reference
 * @param askAfter when the centre is asked about a message that it has accepted; null for never
 * @param throttledPause pause after the centre was too busy
 */
record SmsTerms(
        SmsAddress source,
        String serviceType,
        SegmentLimit limit,
        Duration validity,
        boolean receipts,
        boolean acceptedIsDelivered,
        boolean userReferences,
        Duration askAfter,
        Duration throttledPause) {}
