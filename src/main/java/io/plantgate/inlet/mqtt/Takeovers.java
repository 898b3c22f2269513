package io.plantgate.inlet.mqtt;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/**
 * Counts how often another client took this one's id. The broker lets the newer one in and sends the older one away
 * (MQTT 5, 3.1.4-3, reason 0x8E); two that both come back throw each other out for ever. A connection that ends within
 * seconds without a word counts as well.
 */
final class Takeovers {

    /** Reason code of a DISCONNECT: session taken over. */
    static final int SESSION_TAKEN_OVER = 0x8E;

    private final Clock clock;
    private final int max;
    private final Duration within;
    private final ArrayDeque<Instant> times = new ArrayDeque<>();

    Takeovers(Clock clock, int max, Duration within) {
        this.clock = clock;
        this.max = max;
        this.within = within;
    }

    synchronized void count() {
        forgetOld();
        // More than makes a storm need not be remembered.
        if (times.size() > max) {
            times.removeFirst();
        }
        times.addLast(clock.instant());
    }

    synchronized boolean isStorm() {
        forgetOld();
        return times.size() > max;
    }

    private void forgetOld() {
        Instant oldest = clock.instant().minus(within);
        while (!times.isEmpty() && times.peekFirst().isBefore(oldest)) {
            times.removeFirst();
        }
    }
}
