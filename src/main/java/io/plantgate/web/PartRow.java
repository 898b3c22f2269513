package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * A part of an effect that the target has taken, e.g. a segment of a text message.
 *
 * @param outcome what the target reported of it later; null if nothing yet
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PartRow(
        long attemptId,
        int partNo,
        Integer partsTotal,
        String reference,
        String outcome,
        String reason,
        Instant reportedAt) {}
