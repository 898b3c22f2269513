package io.plantgate.operation;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of operations on equipment; prefix {@code plantgate.operation}. What one target needs stands in its
 * {@code .equipment.yaml}.
 *
 * @param openMax open operations of all targets together, unknown ones included; beyond it new writes are refused
 * @param retryAfterSeconds what a refused writer is told then
 * @param suspiciousSeconds two ids that ask for the same within this time are marked
 * @param waitSecondsMax the longest that an asker may wait for an outcome
 * @param idCharsMax characters of an operationId
 * @param parameterBytesMax bytes of a request's parameters as JSON
 * @param workersMax conversations with devices at a time, on this node
 * @param connectionsMax connections to the database, on this node
 * @param statementSecondsMax a statement that takes longer is cancelled
 * @param pollMillis how often due operations, deadlines and watched states are looked at
 * @param leaseMarginSeconds how much longer than its calls an attempt may be silent
 * @param notReachedMax attempts that did not reach the device, before the operation has failed
 * @param retryMillisMin the first pause after one; each is twice the last
 * @param retryMillisMax the longest
 * @param recoveriesAtOnce devices that are asked about unknown operations at a time, on this node
 * @param recoveriesMax how often one is asked about; afterwards only its own report or a person settles it
 * @param recoverMillisMin the first pause between two questions; each is twice the last
 * @param recoverMillisMax the longest
 */
@Validated
@ConfigurationProperties("plantgate.operation")
public record OperationSettings(
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int openMax,
        @DefaultValue("10") @Min(1) @Max(3_600) int retryAfterSeconds,
        @DefaultValue("60") @Min(0) @Max(86_400) int suspiciousSeconds,
        @DefaultValue("60") @Min(0) @Max(3_600) int waitSecondsMax,
        @DefaultValue("128") @Min(8) @Max(512) int idCharsMax,
        @DefaultValue("65536") @Min(2) @Max(1_048_576) int parameterBytesMax,
        @DefaultValue("8") @Min(1) @Max(256) int workersMax,
        @DefaultValue("8") @Min(2) @Max(100) int connectionsMax,
        @DefaultValue("30") @Min(1) @Max(600) int statementSecondsMax,
        @DefaultValue("200") @Min(1) @Max(60_000) long pollMillis,
        @DefaultValue("10") @Min(0) @Max(600) int leaseMarginSeconds,
        @DefaultValue("10") @Min(1) @Max(1_000) int notReachedMax,
        @DefaultValue("500") @Min(1) @Max(600_000) long retryMillisMin,
        @DefaultValue("30000") @Min(1) @Max(3_600_000) long retryMillisMax,
        @DefaultValue("2") @Min(1) @Max(64) int recoveriesAtOnce,
        @DefaultValue("20") @Min(1) @Max(10_000) int recoveriesMax,
        @DefaultValue("1000") @Min(1) @Max(3_600_000) long recoverMillisMin,
        @DefaultValue("600000") @Min(1) @Max(86_400_000) long recoverMillisMax) {

    /** The documented defaults. */
    public static OperationSettings defaults() {
        return new OperationSettings(
                10_000, 10, 60, 60, 128, 65_536, 8, 8, 30, 200, 10, 10, 500, 30_000, 2, 20, 1_000, 600_000);
    }
}
