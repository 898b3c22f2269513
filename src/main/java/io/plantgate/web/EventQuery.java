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

    /** True if the search can go by the index on sources. */
    boolean namesSources() {
        return source != null || device != null;
    }
}
