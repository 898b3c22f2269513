package io.plantgate.worklist;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One word of a person about a conflict. The newest of an item counts; older ones stay.
 *
 * @param newEventId canonicalId of the correcting event, if there is one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Settlement(
        long settlementId,
        long workItemId,
        SettlementOutcome outcome,
        Long newEventId,
        String settledBy,
        String reason,
        Instant settledAt) {}
