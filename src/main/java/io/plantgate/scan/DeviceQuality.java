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
 * @param leastLagMillis the least time from capture to arrival
 * @param clockSkewBoundMillis how far off the site lets a clock be
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
        long clockSkewBoundMillis,
        Long medianLagMillis,
        long repeats) {

    /** The estimate of the clock's error, from the scan that was least late. Positive: it runs ahead; null without capture times. */
    @JsonProperty("clock_skew_millis")
    public Long clockSkewMillis() {
        return leastLagMillis == null ? null : -leastLagMillis;
    }

    /** True if the estimate is beyond the bound: look at the device's clock, or at why all it sends comes so late. */
    @JsonProperty("clock_skewed")
    public boolean clockSkewed() {
        return leastLagMillis != null && Math.abs(leastLagMillis) > clockSkewBoundMillis;
    }

    /** Scans that read nothing, of all. */
    @JsonProperty("no_read_rate")
    public double noReadRate() {
        return scans == 0 ? 0 : (double) noReads / scans;
    }
}
