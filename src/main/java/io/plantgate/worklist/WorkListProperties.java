package io.plantgate.worklist;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of the work list.
 *
 * @param bulkArrivalsMax how many arrivals or items one word in bulk may reach
 * @param inFlightMax how many completions in bulk wait for the ledger at a time
 * @param countedArrivalsMax up to how many arrivals of an item are counted
 * @param answerTimeoutMillis how long a completion waits for the ledger
 */
@Validated
@ConfigurationProperties("plantgate.worklist")
public record WorkListProperties(
        @DefaultValue("1000") @Min(1) @Max(100_000) int bulkArrivalsMax,
        @DefaultValue("64") @Min(1) @Max(10_000) int inFlightMax,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int countedArrivalsMax,
        @DefaultValue("10000") @Min(100) @Max(600_000) long answerTimeoutMillis) {

    /** The defaults, for those who wire by hand. */
    public static WorkListProperties defaults() {
        return new WorkListProperties(1_000, 64, 10_000, 10_000);
    }
}
