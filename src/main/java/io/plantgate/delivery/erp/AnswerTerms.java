package io.plantgate.delivery.erp;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** How a target's answers are read beside its {@link PositiveSign}; parameters of its route. */
public final class AnswerTerms {

    /** What a status is taken for that targets use in more than one way. */
    enum Taken {
        UNKNOWN,
        NOT_DONE,
        REJECTED,
        DELIVERED,
        ABSENT
    }

    private final PositiveSign sign;
    private final Duration ask;
    private final Duration retryAfterMax;
    private final Taken conflict;
    private final Taken unavailable;
    private final Taken notFound;

    /**
     * @param sign by what the target says that it has done an effect
     * @param askSeconds until a status query about what was accepted, unless the target names a time
     * @param retryAfterSecondsMax the longest wish of a target (Retry-After) that is followed
     * @param on409 {@code unknown}, {@code delivered} (with the positive sign only), {@code not-done} or {@code rejected}
     * @param on503 {@code not-done} or {@code unknown}
     * @param onQuery404 {@code unknown} or {@code absent}
     * @throws IllegalArgumentException naming the parameter that cannot be
     */
    public AnswerTerms(
            PositiveSign sign,
            int askSeconds,
            int retryAfterSecondsMax,
            String on409,
            String on503,
            String onQuery404) {
        this.sign = sign;
        this.ask = Duration.ofSeconds(askSeconds);
        this.retryAfterMax = Duration.ofSeconds(retryAfterSecondsMax);
        this.conflict = taken("on409", on409, Set.of(Taken.UNKNOWN, Taken.DELIVERED, Taken.NOT_DONE, Taken.REJECTED));
        this.unavailable = taken("on503", on503, Set.of(Taken.NOT_DONE, Taken.UNKNOWN));
        this.notFound = taken("onQuery404", onQuery404, Set.of(Taken.UNKNOWN, Taken.ABSENT));
    }

    PositiveSign sign() {
        return sign;
    }

    Duration ask() {
        return ask;
    }

    Duration retryAfterMax() {
        return retryAfterMax;
    }

    Taken conflict() {
        return conflict;
    }

    Taken unavailable() {
        return unavailable;
    }

    Taken notFound() {
        return notFound;
    }

    private static Taken taken(String name, String word, Set<Taken> allowed) {
        return allowed.stream()
                .filter(taken ->
                        taken.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "http-target: %s is '%s'. Write one of %s, in small letters and with a dash."
                                .formatted(name, word, allowed)));
    }
}
