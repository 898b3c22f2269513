package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One entity's sequence under one boot.
 *
 * @param bootId empty for sources without
 * @param generation how often it began again without a boot id
 * @param restartedAt when it did so last
 * @param highest the highest number, as sent
 * @param numbers how many different ones were seen
 * @param numbersPerSecond over all its time; null for a single number
 * @param missing numbers of its gaps that have not come
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SequenceRow(
        String entity,
        String bootId,
        int generation,
        long highest,
        long numbers,
        Double numbersPerSecond,
        long missing,
        long openGaps,
        long filledGaps,
        long givenUpGaps,
        Instant firstArrivalAt,
        Instant lastArrivalAt,
        Instant restartedAt) {}
