package io.plantgate.inlet.http;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of the HTTP inlet.
 *
 * @param bodyBytesMax how much of a single item is read (and hashed) beyond what is kept, in bytes after unpacking
 * @param bodySecondsMax how long a single item's body may take to come; what tells an item from a stream too
 * @param bodyReaders bodies that are still on their way, read at a time
 * @param itemThreads routes that single items go through at a time
 * @param itemQueueMax posts that wait for a reader or a thread, each; one more is answered 503
 * @param streamBytesMax the longest stream, in bytes after unpacking
 * @param gzipRatioMax unpacked bytes per packed byte, counted beyond the first 16 MiB; more is taken for a gzip bomb
 * @param streamReaders how many streams are read at a time; one more is answered 503
 * @param resultBytesMax the longest answer to a stream, spooled to a file
 * @param spoolDirectory where answers to streams are spooled; empty for the platform's temporary directory
 * @param answerTimeoutMillis how long a post waits for the ledger
 * @param retryAfterSeconds what Retry-After says when busy, not ready or late
 * @param quarantinedPerMinuteMax how many quarantined arrivals a credential may bring in a minute
 * @param ratedCredentialsMax of how many credentials the rate is kept in memory
 */
@Validated
@ConfigurationProperties("plantgate.inlet.http")
record HttpInletProperties(
        @DefaultValue("67108864") @Min(1024) long bodyBytesMax,
        @DefaultValue("30") @Min(1) @Max(3600) int bodySecondsMax,
        @DefaultValue("64") @Min(1) @Max(1000) int bodyReaders,
        @DefaultValue("32") @Min(1) @Max(1000) int itemThreads,
        @DefaultValue("1000") @Min(1) @Max(100_000) int itemQueueMax,
        @DefaultValue("17179869184") @Min(1024) long streamBytesMax,
        @DefaultValue("200") @Min(1) @Max(1100) int gzipRatioMax,
        @DefaultValue("4") @Min(1) @Max(256) int streamReaders,
        @DefaultValue("4294967296") @Min(1024) long resultBytesMax,
        @DefaultValue("") String spoolDirectory,
        @DefaultValue("15000") @Min(100) @Max(600_000) long answerTimeoutMillis,
        @DefaultValue("2") @Min(1) @Max(3600) int retryAfterSeconds,
        @DefaultValue("600") @Min(1) int quarantinedPerMinuteMax,
        @DefaultValue("10000") @Min(1) int ratedCredentialsMax) {}
