package io.plantgate.web;

import java.time.Instant;

/**
 * One event by its key.
 *
 * @param firstArrival smallest arrivalAt of all its arrivals
 * @param lastArrival largest arrivalAt of all its arrivals
 */
record Summary(
        long canonicalId,
        String source,
        String transitionId,
        String bootId,
        long duplicateCount,
        long conflictCount,
        Instant firstArrival,
        Instant lastArrival,
        String payloadHash) {}
