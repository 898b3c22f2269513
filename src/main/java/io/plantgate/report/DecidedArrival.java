package io.plantgate.report;

import io.plantgate.event.EventIdentity;
import io.plantgate.ledger.Verdict;
import java.time.Instant;

/**
 * An arrival as PostgreSQL keeps it, with its first decision. What is not known is null.
 *
 * @param sourceTimestamp the source's own time, as sent
 * @param canonicalId the event it is about; its own id for the first under an identity
 * @param firstArrivalAt arrivalAt of that event's first arrival
 * @param recurrenceOf the event with the same source and transitionId under another boot
 * @param recurrenceBootId that event's boot
 * @param payloadHash hex SHA-256
 * @param rawHash hex SHA-256
 */
record DecidedArrival(
        long arrivalId,
        String source,
        String device,
        String transitionId,
        String bootId,
        String sourceTimestamp,
        Instant arrivalAt,
        Instant recordedAt,
        Verdict verdict,
        String reason,
        String reasonDetail,
        boolean late,
        Long canonicalId,
        Instant firstArrivalAt,
        Long recurrenceOf,
        String recurrenceBootId,
        Long workItemId,
        String payloadHash,
        String rawHash) {

    /** The identity of an arrival that is about an event. */
    EventIdentity identity() {
        return new EventIdentity(source, transitionId, bootId);
    }

    boolean isAboutAnEvent() {
        return canonicalId != null;
    }
}
