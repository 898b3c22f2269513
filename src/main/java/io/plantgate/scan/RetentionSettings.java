package io.plantgate.scan;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long scans stay in {@code scan_event}; prefix {@code plantgate.scan.retention}.
 *
 * @param keptDays a partition is ended so many days after its last scan; 0: never. At least 8, as long as an answer can be kept
 * @param then what becomes of it
 */
@Validated
@ConfigurationProperties("plantgate.scan.retention")
record RetentionSettings(
        @DefaultValue("0") @Min(0) int keptDays,
        @DefaultValue("DETACH") ScanRetention.End then) {

    private static final int KEPT_DAYS_MIN = 8;

    RetentionSettings {
        if (keptDays > 0 && keptDays < KEPT_DAYS_MIN) {
            throw new IllegalArgumentException("plantgate.scan.retention.kept-days is " + keptDays
                    + ": 0 for ever, or at least " + KEPT_DAYS_MIN + ", longer than any answer is kept.");
        }
    }
}
