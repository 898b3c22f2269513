package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Numbers that were skipped.
 *
 * @param firstSkipped the gap as it was when it opened
 * @param missing how many of them have not come
 * @param missingNumbers which, as ranges; null if none is missing, or too much of a large gap has come to list the rest
 * @param openedBy the arrival behind the gap
 * @param state open, filled, or given up
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SequenceGapRow(
        long gapId,
        String entity,
        String bootId,
        int generation,
        long firstSkipped,
        long lastSkipped,
        long missing,
        String missingNumbers,
        long openedBy,
        Instant openedAt,
        Instant alarmedAt,
        Instant filledAt,
        Instant givenUpAt,
        String state) {}
