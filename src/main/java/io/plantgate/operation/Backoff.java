package io.plantgate.operation;

/** Pauses that double, up to a bound. */
final class Backoff {

    private static final int DOUBLINGS_MAX = 30;

    private Backoff() {}

    /** @param before how many tries there were before this one */
    static long millis(int before, long millisMin, long millisMax) {
        return Math.min(millisMax, millisMin << Math.min(before, DOUBLINGS_MAX));
    }
}
