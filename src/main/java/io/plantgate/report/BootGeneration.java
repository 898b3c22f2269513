package io.plantgate.report;

import java.time.Instant;

/**
 * A device's life between two restarts.
 *
 * @param position 1 for the first that was seen of this device
 * @param firstArrivalId the arrival that opened it
 * @param evidence {@code EVENT}, or {@code BOOT_OBSERVED} where the device said so itself
 * @param bootObservedBy the arrival of the device's own boot message, or null
 */
record BootGeneration(
        String device,
        String bootId,
        int position,
        long firstArrivalId,
        Instant firstArrivalAt,
        String evidence,
        Long bootObservedBy) {}
