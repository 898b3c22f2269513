package io.plantgate.intake;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one reader of times (RFC 3339, and ISO 8601 without zone or seconds). It accepts the leap second and hour 24, both
 * read as the midnight or second that follows them, and says that they are odd.
 *
 * @param text as sent
 * @param instant what it was read as, in nanoseconds (finer digits are cut); null where it could not be read
 * @param odd something a reader should know: leap second, hour 24, no zone, or not readable
 * @param canonical one notation for one moment, to any precision; the text as sent where it is odd
 */
record TimeText(String text, Instant instant, boolean odd, String canonical) {

    private static final int CHARS_MAX = 100;
    private static final Pattern FORM = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})"
            + "(?::([0-9]{2})(?:[.,]([0-9]+))?)?([Zz]|[-+][0-9]{2}(?::?[0-9]{2})?)?");

    /** @param zone of times that name none, or null */
    static TimeText read(String text, ZoneId zone) {
        Matcher matcher = FORM.matcher(text);
        if (text.length() > CHARS_MAX || !matcher.matches()) {
            return unreadable(text);
        }
        try {
            return read(text, matcher, zone);
        } catch (DateTimeException e) {
            return unreadable(text);
        }
    }

    private static TimeText unreadable(String text) {
        return new TimeText(text, null, true, text);
    }

    private static TimeText read(String text, Matcher matcher, ZoneId zone) {
        int hour = number(matcher, 4);
        int minute = number(matcher, 5);
        int second = number(matcher, 6);
        String fraction = withoutTrailingZeros(matcher.group(7));
        boolean midnight = hour == 24 && minute == 0 && second == 0 && fraction.isEmpty();
        boolean leap = second == 60 && minute == 59;
        LocalDateTime local = LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3))
                .atTime(midnight ? 0 : hour, minute, leap ? 59 : second)
                .plusDays(midnight ? 1 : 0)
                .plusSeconds(leap ? 1 : 0);
        Offset offset = offset(matcher.group(8), local, zone);
        if (offset.value == null) {
            return new TimeText(text, null, true, text);
        }
        long epochSecond = local.toEpochSecond(offset.value);
        boolean odd = midnight || leap || offset.doubtful;
        // Most devices send the one notation, and to write it anew costs more than all the rest.
        String canonical = odd || isCanonical(text, matcher, fraction) ? text : written(epochSecond, fraction);
        return new TimeText(text, Instant.ofEpochSecond(epochSecond, nanos(fraction)), odd, canonical);
    }

    private static boolean isCanonical(String text, Matcher matcher, String fraction) {
        return "Z".equals(matcher.group(8))
                && matcher.group(6) != null
                && text.charAt(10) == 'T'
                && text.length() == 20 + (fraction.isEmpty() ? 0 : 1 + fraction.length())
                && (fraction.isEmpty() || text.charAt(19) == '.');
    }

    private static String written(long epochSecond, String fraction) {
        String withoutZone = Instant.ofEpochSecond(epochSecond).toString().replace("Z", "");
        return withoutZone + (fraction.isEmpty() ? "Z" : "." + fraction + "Z");
    }

    private static String withoutTrailingZeros(String fraction) {
        int length = fraction == null ? 0 : fraction.length();
        while (length > 0 && fraction.charAt(length - 1) == '0') {
            length--;
        }
        return length == 0 ? "" : fraction.substring(0, length);
    }

    private static int nanos(String fraction) {
        int nanos = 0;
        for (int digit = 0; digit < 9; digit++) {
            nanos = 10 * nanos + (digit < fraction.length() ? fraction.charAt(digit) - '0' : 0);
        }
        return nanos;
    }

    private record Offset(ZoneOffset value, boolean doubtful) {}

    // In the hour that a clock change repeats or skips, a local time without offset is a guess.
    private static Offset offset(String sent, LocalDateTime local, ZoneId zone) {
        if (sent != null) {
            return new Offset(ZoneOffset.of(sent.equals("z") ? "Z" : sent), false);
        }
        if (zone == null) {
            return new Offset(null, true);
        }
        ZoneRules rules = zone.getRules();
        List<ZoneOffset> valid = rules.getValidOffsets(local);
        return new Offset(rules.getOffset(local), valid.size() != 1);
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }
}
