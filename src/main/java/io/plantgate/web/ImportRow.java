package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One claimed file, or one posted stream with a header, and how far it is.
 *
 * @param fileBytes size of the file; of a posted stream null until it has ended
 * @param chunks chunks that are recorded
 * @param rows items that are recorded
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ImportRow(
        long importId,
        String inlet,
        String node,
        String profile,
        String fileName,
        Long fileBytes,
        String state,
        String reason,
        Instant startedAt,
        Instant finishedAt,
        long chunks,
        long rows,
        long canonical,
        long duplicate,
        long conflict,
        long incomplete,
        long quarantined) {}
