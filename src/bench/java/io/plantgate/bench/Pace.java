package io.plantgate.bench;

import java.util.concurrent.locks.LockSupport;

/** When each of many messages is due: at a steady rate, whether or not earlier ones are answered (open loop). */
final class Pace {

    private final double perSecond;
    private volatile long startNanos;

    Pace(double perSecond) {
        this.perSecond = perSecond;
    }

    /** All of them at the beginning. */
    static Pace atOnce() {
        return new Pace(Double.POSITIVE_INFINITY);
    }

    /** The first message is due now. */
    void begin() {
        startNanos = System.nanoTime();
    }

    long startNanos() {
        return startNanos;
    }

    long dueNanos(long number) {
        return startNanos + (long) (number * 1e9 / perSecond);
    }

    /** Returns once this message is due, and when it was: a stall counts for everybody whom it kept waiting. */
    long await(long number) {
        long due = dueNanos(number);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return due;
    }
}
