package io.plantgate.worklist;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Something only a person can settle.
 *
 * @param kind CONFLICT (shown as DuplicateConflict), INCOMPLETE (IdentityIncomplete), OPERATION,
 *     OPERATION_CONFLICT, OPERATION_WORD or REPEATS
 * @param open true while a conflict has no settlement, an arrival of an INCOMPLETE item waits to be completed, or the end of
 *     an operation is not known
 * @param arrivalId the arrival that opened it; null for operations
 * @param operation CLIENT/operationId of an operation
 * @param target the equipment of an operation
 * @param canonicalId the event that was contradicted
 * @param payloadHash hex SHA-256 of the contradicting payload; of an operation its digest
 * @param firstKept of a CONFLICT: false if nothing of the first's content is kept but its digest
 * @param source where its first arrival says it comes from, as far as known
 * @param arrivalCount how many arrivals stand behind it, counted up to {@code plantgate.worklist.counted-arrivals-max}; of an
 *     OPERATION_CONFLICT how often that operation was contradicted
 * @param toComplete how many of the counted ones wait to be completed
 * @param outcome the newest settlement
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkItem(
        long workItemId,
        String kind,
        boolean open,
        Long arrivalId,
        Long operationKey,
        String operation,
        String target,
        Long canonicalId,
        String payloadHash,
        Boolean firstKept,
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
