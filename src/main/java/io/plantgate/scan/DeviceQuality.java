package io.plantgate.scan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * How a device did between two capture times.
 *
 * @param noReads scans that read nothing
 * @param repeated scans that repeat another under a new key
 * @param repeats arrivals that repeat a scan under its own key
 * @param clockSuspects scans whose capture and arrival lie farther apart than the site allows
 * @param leastLagMillis the least time from capture to arrival: the estimate of the clock's error. Negative: it runs ahead
 * @param medianLagMillis half of the scans arrived at least so late
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record DeviceQuality(
        String deviceId,
        long scans,
        long noReads,
        long repeated,
        long conflicts,
        long clockSuspects,
        Long leastLagMillis,
        Long medianLagMillis,
        long repeats) {

    /** Scans that read nothing, of all. */
    @JsonProperty("no_read_rate")
    public double noReadRate() {
        return scans == 0 ? 0 : (double) noReads / scans;
    }
}
