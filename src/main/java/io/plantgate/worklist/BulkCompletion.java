package io.plantgate.worklist;

import java.util.List;

/**
 * What became of arrivals that were completed with one word.
 *
 * @param completed those that have an identity now
 * @param refused those that were left as they were
 * @param moreMayWait true if the limit was reached
 */
public record BulkCompletion(List<Completed> completed, List<RefusedArrival> refused, boolean moreMayWait) {

    /** An arrival that was left as it was. */
    public record RefusedArrival(long arrivalId, Refusal why, String detail) {}
}
