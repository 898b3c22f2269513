package io.plantgate.delivery.erp;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The header {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or a date. Anything else is as if it were not there. */
final class RetryAfter {

    private static final int DIGITS_MAX = 9;

    private RetryAfter() {}

    /** At most {@code max}; empty for garbage and for what is past. */
    static Optional<Duration> of(String header, Clock clock, Duration max) {
        if (header == null) {
            return Optional.empty();
        }
        return wish(header.strip(), clock)
                .filter(wait -> !wait.isNegative() && !wait.isZero())
                .map(wait -> wait.compareTo(max) > 0 ? max : wait);
    }

    private static Optional<Duration> wish(String text, Clock clock) {
        if (text.matches("[0-9]{1," + DIGITS_MAX + "}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(clock.instant(), date));
        } catch (DateTimeException garbage) {
            return Optional.empty();
        }
    }
}
