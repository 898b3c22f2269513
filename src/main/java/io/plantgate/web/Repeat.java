package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.plantgate.worklist.FieldDifferences.Difference;
import java.time.Instant;
import java.util.List;

/**
 * An arrival that repeated or contradicted an event.
 *
 * @param differences of a conflict, field by field, read anew from the kept bytes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Repeat(
        long arrivalId,
        String decision,
        Instant arrivalAt,
        Instant recordedAt,
        String inlet,
        boolean late,
        @JsonRawValue String flags,
        String payloadHash,
        String rawHash,
        Long workItemId,
        String firstDecision,
        String completedBy,
        List<Difference> differences) {

    Repeat with(List<Difference> found) {
        return new Repeat(
                arrivalId,
                decision,
                arrivalAt,
                recordedAt,
                inlet,
                late,
                flags,
                payloadHash,
                rawHash,
                workItemId,
                firstDecision,
                completedBy,
                found);
    }
}
