package io.plantgate.web;

import io.plantgate.ledger.Verdict;
import java.time.Instant;

/**
 * Which arrivals are searched; a null part does not restrict.
 *
 * @param from earliest arrivalAt, inclusive
 * @param to latest arrivalAt, exclusive
 * @param after only arrivals with a smaller id
 */
record EventQuery(
        String source,
        String device,
        String transitionId,
        String bootId,
        Instant from,
        Instant to,
        Verdict decision,
        String inlet,
        long after,
        int limit) {

    // A year less than "timestamp with time zone" reaches (PostgreSQL documentation, Date/Time Types).
    private static final Instant TIME_MIN = Instant.parse("-4711-01-01T00:00:00Z");
    private static final Instant TIME_MAX = Instant.parse("+294276-01-01T00:00:00Z");

    EventQuery {
        check("from", from);
        check("to", to);
    }

    private static void check(String parameter, Instant time) {
        if (time != null && (time.isBefore(TIME_MIN) || time.isAfter(TIME_MAX))) {
            throw new InvalidRequestException(
                    parameter + ": PostgreSQL keeps times from " + TIME_MIN + " to " + TIME_MAX + ".");
        }
    }

    /** True if the search can go by the index on sources. */
    boolean namesSources() {
        return source != null || device != null;
    }
}
