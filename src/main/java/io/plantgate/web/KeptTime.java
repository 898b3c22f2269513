package io.plantgate.web;

import java.time.DateTimeException;
import java.time.Instant;

/** What any time of a person or a client has to be: one of the years 1 to 9999, which PostgreSQL can keep and compare. */
final class KeptTime {

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private KeptTime() {}

    /** @throws DateTimeException if it is no time, or none of those years */
    static Instant parse(String text) {
        Instant time = Instant.parse(text);
        if (time.isBefore(FIRST) || time.isAfter(LAST)) {
            throw new DateTimeException("not in the years 1 to 9999");
        }
        return time;
    }
}
