package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Numbers that were skipped.
 *
 * @param missing how many of them have not come
 * @param openedBy the arrival behind the gap
 * @param state open, filled, or given up
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SequenceGapRow(
        long gapId,
        String entity,
        String bootId,
        int generation,
        long firstMissing,
        long lastMissing,
        long missing,
        long openedBy,
        Instant openedAt,
        Instant alarmedAt,
        Instant filledAt,
        Instant givenUpAt,
        String state) {}
