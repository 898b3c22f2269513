package io.plantgate.report;

import java.time.Instant;
import java.util.List;

/**
 * A DuplicateConflict that a person has to settle: one event, one other payload, and every arrival that brought it.
 *
 * @param firstHash hex SHA-256 of the payload that stays
 * @param otherHash hex SHA-256 of the other payload
 * @param arrivals those with the other payload, in the order of their ids; never empty
 * @param differences field by field
 */
record ConflictItem(
        long workItemId,
        long canonicalId,
        String source,
        String transitionId,
        String bootId,
        String firstHash,
        String otherHash,
        Instant firstArrivalAt,
        List<OtherArrival> arrivals,
        List<FieldDifference> differences) {

    ConflictItem {
        arrivals = List.copyOf(arrivals);
        differences = List.copyOf(differences);
    }

    /** An arrival with the other payload. */
    record OtherArrival(long arrivalId, Instant arrivalAt) {}
}
