package io.plantgate.scan;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds, times and rules of scans; prefix {@code plantgate.scan}.
 *
 * @param profile the profile that reads what is posted to {@code /api/scans}
 * @param lookupRoute the site's route that looks a code up, {@code direct:NAME}; where there is none, nothing is looked up
 * @param lookupThreads look-ups at a time
 * @param lookupAttemptsMax tries before a scan is answered as failed
 * @param lookupRetryMillis pause before the second try; it doubles with each, up to 5 s
 * @param inWorkMax scans that are worked on in memory; others wait in the table until their lease runs out
 * @param leaseMillis how long a scan belongs to who works on it; a result that comes later is not recorded
 * @param attemptsMax leases before a scan is answered as failed
 * @param takeoverMillis how often expired leases are looked for
 * @param takeoverScansMax scans taken over at a time
 * @param recordScansMax results in one transaction
 * @param waitMillisMax how long a sender waits for a scan that is in work before it is told so
 * @param pollMillis how often scans that another node works on are looked at while somebody waits
 * @param cachedAnswersMax answers remembered in memory
 * @param answerHours how long an answer is kept byte for byte, 24 to 168
 * @param partitions {@code month} or {@code week}
 * @param partitionsAhead partitions made before they are needed
 * @param repeatsPerHourMax repeats of one key in an hour; one more is a conflict for a person
 * @param clockSuspectSeconds how far capture and arrival may lie apart
 * @param bindingActions actions that bind their code to serial and order
 * @param releasingActions actions that end such a binding
 * @param onceWithinSeconds scans of one code and action within so many seconds of capture are called repeated, whichever
 *     device they come from; 0: never
 * @param retryAfterSeconds what Retry-After says while a scan is in work
 * @param queryTimeoutMillis how long a trace may take
 * @param replyQueuePrefixes how queues begin that a scan may name in reply-to
 */
@Validated
@ConfigurationProperties("plantgate.scan")
record ScanSettings(
        @DefaultValue("scans") String profile,
        @DefaultValue("scan-lookup") String lookupRoute,
        @DefaultValue("8") @Min(1) @Max(256) int lookupThreads,
        @DefaultValue("10") @Min(1) @Max(100) int lookupAttemptsMax,
        @DefaultValue("200") @Min(0) @Max(60_000) int lookupRetryMillis,
        @DefaultValue("20000") @Min(1) int inWorkMax,
        @DefaultValue("30000") @Min(100) @Max(3_600_000) int leaseMillis,
        @DefaultValue("5") @Min(1) @Max(1000) int attemptsMax,
        @DefaultValue("1000") @Min(10) @Max(60_000) int takeoverMillis,
        @DefaultValue("500") @Min(1) @Max(10_000) int takeoverScansMax,
        @DefaultValue("500") @Min(1) @Max(10_000) int recordScansMax,
        @DefaultValue("2000") @Min(0) @Max(60_000) int waitMillisMax,
        @DefaultValue("25") @Min(1) @Max(10_000) int pollMillis,
        @DefaultValue("10000") @Min(0) int cachedAnswersMax,
        @DefaultValue("24") @Min(24) @Max(168) int answerHours,
        @DefaultValue("MONTH") Period partitions,
        @DefaultValue("2") @Min(1) @Max(60) int partitionsAhead,
        @DefaultValue("5") @Min(1) int repeatsPerHourMax,
        @DefaultValue("300") @Min(1) int clockSuspectSeconds,
        @DefaultValue({"load", "pack"}) List<String> bindingActions,
        @DefaultValue("unpack") List<String> releasingActions,
        @DefaultValue("0") @Min(0) @Max(86_400) int onceWithinSeconds,
        @DefaultValue("1") @Min(1) @Max(3600) int retryAfterSeconds,
        @DefaultValue("10000") @Min(1000) int queryTimeoutMillis,
        @DefaultValue List<String> replyQueuePrefixes) {

    /** How long a partition of the scans is. */
    enum Period {
        MONTH,
        WEEK,
        /** Of answers only. */
        DAY
    }

    /** The documented defaults. */
    static ScanSettings defaults() {
        return new ScanSettings(
                "scans",
                "scan-lookup",
                8,
                10,
                200,
                20_000,
                30_000,
                5,
                1000,
                500,
                500,
                2000,
                25,
                10_000,
                24,
                Period.MONTH,
                2,
                5,
                300,
                List.of("load", "pack"),
                List.of("unpack"),
                0,
                1,
                10_000,
                List.of());
    }
}
