package io.plantgate.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of what is read over REST.
 *
 * @param pageRows rows of a page if nothing is asked
 * @param pageRowsMax rows of a page at most
 * @param queryTimeoutMillis how long one search may keep PostgreSQL at work
 * @param csvRowsMax rows of a file that is written row by row; what is more is said to follow
 * @param csvBytesMax such a file ends after the row that passes this
 * @param csvAtATimeMax files made at a time; others are asked to wait
 * @param rawShownBytesMax up to how many raw bytes stand inside an answer; longer ones only at {@code …/raw}
 * @param wordBytesMax how long the JSON of a word or of a request for a write may be; a longer one is not read to its end
 */
@Validated
@ConfigurationProperties("plantgate.web")
record WebProperties(
        @DefaultValue("50") @Min(1) @Max(10_000) int pageRows,
        @DefaultValue("500") @Min(1) @Max(10_000) int pageRowsMax,
        @DefaultValue("10000") @Min(100) @Max(600_000) int queryTimeoutMillis,
        @DefaultValue("100000") @Min(1) @Max(10_000_000) int csvRowsMax,
        @DefaultValue("134217728") @Min(1) long csvBytesMax,
        @DefaultValue("4") @Min(1) @Max(100) int csvAtATimeMax,
        @DefaultValue("65536") @Min(0) @Max(16_777_216) int rawShownBytesMax,

        @DefaultValue("1048576") @Min(16_384) @Max(16_777_216)
        int wordBytesMax) {}
