package io.plantgate.report;

import io.plantgate.event.VisibleText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** Values as they stand on a page or in a terminal. */
final class Shown {

    static final String NOTHING = "–";

    private static final int TEXT_CHARS_MAX = 300;
    private static final int HASH_CHARS = 10;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 3, 6, true)
            .appendOffsetId()
            .toFormatter();

    private Shown() {}

    /** Text from a device: bounded, its invisible characters made visible. */
    static String text(String text) {
        return text == null ? NOTHING : VisibleText.of(text, TEXT_CHARS_MAX);
    }

    static String number(Long number) {
        return number == null ? NOTHING : number.toString();
    }

    /** The first characters of a hash, enough to tell two apart by eye; the whole stands in the CSV file and in the row. */
    static String hash(String hex) {
        return hex == null ? NOTHING : hex.substring(0, Math.min(HASH_CHARS, hex.length()));
    }

    /** ISO 8601 with at least three digits of a second. */
    static String time(OffsetDateTime time) {
        return TIME.format(time);
    }

    static String time(Instant time, ZoneOffset offset) {
        return time(time.atOffset(offset));
    }
}
