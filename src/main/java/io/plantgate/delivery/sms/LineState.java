package io.plantgate.delivery.sms;

import java.time.Instant;

/**
 * How the line to a centre is, for people and for the health check.
 *
 * @param detail why, in words
 * @param since when it came to be so
 */
record LineState(Phase phase, String detail, Instant since) {

    enum Phase {
        /** Not bound; tries, or waits to try again. */
        DOWN,
        /** Bound. */
        BOUND,
        /** The centre refuses the gateway's credentials: it is not asked again by itself. */
        REFUSED,
        /** Its route is stopped. */
        STOPPED
    }

    static LineState of(Phase phase, String detail) {
        return new LineState(phase, detail, Instant.now());
    }
}
