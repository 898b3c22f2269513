package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * A restart generation of a device.
 *
 * @param generationNo rises in order of first sight
 * @param evidence EVENT or BOOT_OBSERVED: what first told of it
 * @param bootObservedBy the arrival of the device's own boot message, if one came
 * @param newest true if no later generation of the device is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BootGeneration(
        String device,
        String bootId,
        long generationNo,
        boolean newest,
        long firstArrivalId,
        Instant firstArrivalAt,
        String evidence,
        Long bootObservedBy,
        Instant recordedAt) {}
