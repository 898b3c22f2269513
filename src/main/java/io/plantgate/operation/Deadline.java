package io.plantgate.operation;

import java.time.Duration;

/** The moment by which a conversation with a device is over, whoever is still waiting. On the JVM's monotonic clock. */
public final class Deadline {

    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    /** That long from now. */
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** That long from a moment of {@link System#nanoTime()}. */
    static Deadline after(long nanos, Duration time) {
        return new Deadline(nanos + time.toNanos());
    }

    /** The earlier of the two. */
    Deadline or(Deadline other) {
        return atNanos - other.atNanos <= 0 ? this : other;
    }

    /** What is left, never below zero. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
    }

    public boolean isPast() {
        return System.nanoTime() - atNanos >= 0;
    }
}
