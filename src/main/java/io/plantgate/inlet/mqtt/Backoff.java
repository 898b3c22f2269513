package io.plantgate.inlet.mqtt;

import java.util.random.RandomGenerator;

/** Pauses between two tries: each twice the last up to a bound, spread so that many gateways do not come at once. */
final class Backoff {

    private final long millisMin;
    private final long millisMax;
    private final RandomGenerator random;
    private long next;

    Backoff(long millisMin, long millisMax, RandomGenerator random) {
        this.millisMin = millisMin;
        this.millisMax = Math.max(millisMin, millisMax);
        this.random = random;
        this.next = millisMin;
    }

    /** The next pause in milliseconds: between half and the whole of the current bound. */
    long nextMillis() {
        long bound = next;
        next = Math.min(millisMax, 2 * bound);
        return bound / 2 + random.nextLong(bound / 2 + 1);
    }

    void reset() {
        next = millisMin;
    }
}
