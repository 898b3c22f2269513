package io.plantgate.effect;

import java.time.Instant;

/**
 * One effect under one attempt, as the database counted it.
 *
 * @param effectId the effect
 * @param plannedAt with the id the row's key
 * @param attemptId the attempt, and the fencing token
 * @param claimedAt with the id the attempt's key
 * @param attemptNo counted from 1
 * @param purpose to send or to ask
 * @param was the state from which it was claimed; {@code IN_FLIGHT} where that is not known any more
 * @param failures attempts so far that count towards the bound
 * @param repeats sends after one that may have done it, this one included
 * @param doubtful an earlier attempt may have done it
 * @param kind the kind under which it was claimed
 * @param names what else the row says
 */
record Claim(
        long effectId,
        Instant plannedAt,
        long attemptId,
        Instant claimedAt,
        int attemptNo,
        Purpose purpose,
        EffectState was,
        int failures,
        int repeats,
        boolean doubtful,
        Kind kind,
        Names names) {

    /**
     * @param lane its lane, or null
     * @param conflict true if it was planned on a conflict, which the arrival is then
     */
    record Names(
            String idempotencyKey,
            long canonicalId,
            long arrivalId,
            String profile,
            String rule,
            String lane,
            boolean conflict) {}

    boolean repeat() {
        return doubtful && purpose == Purpose.SEND;
    }
}
