package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * A restart of a source that names no boot, told by its number or by a person.
 *
 * @param generation the one that began with it
 * @param arrivalId the arrival that opened it
 * @param highestBefore how far the generation before had come, as sent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SequenceRestartRow(
        String entity, String bootId, int generation, Instant restartedAt, long arrivalId, long highestBefore) {}
