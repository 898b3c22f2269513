package io.plantgate.worklist;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Something only a person can settle.
 *
 * @param kind CONFLICT (shown as DuplicateConflict), INCOMPLETE (IdentityIncomplete) or REPEATS
 * @param open true while a conflict has no settlement, or an arrival of an INCOMPLETE item waits to be completed
 * @param arrivalId the arrival that opened it
 * @param canonicalId the event that was contradicted
 * @param payloadHash hex SHA-256 of the contradicting payload
 * @param source where its first arrival says it comes from, as far as known
 * @param arrivalCount how many arrivals stand behind it, counted up to {@code plantgate.worklist.counted-arrivals-max}
 * @param toComplete how many of the counted ones wait to be completed
 * @param outcome the newest settlement
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkItem(
        long workItemId,
        String kind,
        boolean open,
        long arrivalId,
        Long canonicalId,
        String payloadHash,
        String profile,
        String reason,
        String source,
        String transitionId,
        String bootId,
        Instant openedAt,
        long arrivalCount,
        long toComplete,
        String outcome,
        String settledBy,
        Instant settledAt) {}
