package io.plantgate.delivery.sms;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;

/**
 * A stretch of the week in which one number is on duty.
 *
 * @param name for people, e.g. {@code early}
 * @param days the days on which it begins
 * @param from local time of its first moment
 * @param until local time of the first moment after it; not later than {@code from} means on the next day
 * @param number who is on duty
 */
record Shift(String name, Set<DayOfWeek> days, LocalTime from, LocalTime until, SmsAddress number) {

    Shift {
        days = Set.copyOf(days);
    }

    /**
     * True if it began on this day and is not over. Where the clock is set back, a time that comes twice means its first pass;
     * where it is set forward, a time that never comes means the moment so much later: shifts that meet still meet.
     */
    boolean begunOn(LocalDate day, Instant now, ZoneId zone) {
        if (!days.contains(day.getDayOfWeek())) {
            return false;
        }
        LocalDate lastDay = until.isAfter(from) ? day : day.plusDays(1);
        Instant begin = day.atTime(from).atZone(zone).toInstant();
        Instant end = lastDay.atTime(until).atZone(zone).toInstant();
        return !now.isBefore(begin) && now.isBefore(end);
    }
}
