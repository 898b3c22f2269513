package io.plantgate.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** Times as PostgreSQL keeps them: microseconds. */
final class Micros {

    /** How a column of microseconds becomes a {@code timestamptz}; the product is exact in the years that we let in. */
    static final String TO_TIMESTAMP = "timestamptz 'epoch' + k.%s * interval '1 microsecond'";

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Micros() {}

    /** Microseconds since 1970; null for null and for times outside the years 1 to 9999. */
    static Long of(Instant instant) {
        if (instant == null || instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
            return null;
        }
        // ChronoUnit.MICROS.between counts nanoseconds on the way, which end in the year 2262.
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }

    static Instant toInstant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** SQL for a column of microseconds named {@code column} of the row set {@code k}. */
    static String timestamp(String column) {
        return TO_TIMESTAMP.formatted(column);
    }
}
