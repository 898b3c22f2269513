package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One arrival in a search.
 *
 * @param decision what it turned out to be
 * @param firstDecision what it was before a person completed or released it, else null
 * @param canonicalId the event that it is about
 * @param sourceTime the source's own time as sent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EventRow(
        long arrivalId,
        String decision,
        String firstDecision,
        Long canonicalId,
        String source,
        String device,
        String transitionId,
        String bootId,
        String sourceTime,
        Instant arrivalAt,
        Instant recordedAt,
        String inlet,
        boolean late,
        Long recurrenceOf,
        String reason,
        Long workItemId,
        String payloadHash,
        String rawHash) {}
