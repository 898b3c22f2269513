package io.plantgate.effect;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When to try again: exponential back-off with full jitter, so that what failed together does not come back together.
 *
 * @param first the longest first pause
 * @param factor how much longer each further one may be
 * @param max the longest pause, also of those that a target asks for
 * @param attemptsMax failures after which it is given up
 */
record RetrySchedule(Duration first, double factor, Duration max, int attemptsMax) {

    /** The longest pause after so many failures. */
    Duration ceiling(int failures) {
        double millis = first.toMillis() * Math.pow(factor, Math.max(0, failures - 1));
        return millis >= max.toMillis() ? max : Duration.ofMillis((long) millis);
    }

    /**
     * The later of the jittered back-off and what the target asked for; the latter is jittered upwards only.
     *
     * @param retryAfter the target's wish, or null
     */
    Duration pause(int failures, Duration retryAfter, RandomGenerator random) {
        Duration backOff = upTo(ceiling(failures), random);
        if (retryAfter == null || retryAfter.isNegative()) {
            return backOff;
        }
        Duration wish = retryAfter.compareTo(max) > 0 ? max : retryAfter;
        Duration jittered = wish.plus(upTo(first, random));
        return jittered.compareTo(backOff) > 0 ? jittered : backOff;
    }

    private static Duration upTo(Duration most, RandomGenerator random) {
        return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
    }
}
