package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Who is on duty, at the edges of shifts, days, weeks and summer time. In Berlin clocks change on 2026-03-29 and 2026-10-25. */
class ShiftRosterTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Set<DayOfWeek> WORKDAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);
    private static final Set<DayOfWeek> ALL_DAYS = EnumSet.allOf(DayOfWeek.class);

    @ParameterizedTest
    @CsvSource({
        // A Monday in winter, one hour ahead of UTC
        "2026-11-30T04:59:59Z, otherwise",
        "2026-11-30T05:00:00Z, early",
        "2026-11-30T12:59:59.999Z, early",
        "2026-11-30T13:00:00Z, late",
        "2026-11-30T20:59:59Z, late",
        "2026-11-30T21:00:00Z, night",
        // Past midnight the night of the day before is still on
        "2026-12-01T04:59:59Z, night",
        "2026-12-01T05:00:00Z, early",
        // Friday's night ends on Saturday, then nobody begins
        "2026-12-05T04:59:59Z, night",
        "2026-12-05T05:00:00Z, otherwise",
        "2026-12-06T21:00:00Z, otherwise",
        // A Monday in summer, two hours ahead
        "2026-07-06T03:59:59Z, otherwise",
        "2026-07-06T04:00:00Z, early",
        "2026-07-06T20:00:00Z, night"
    })
    void aShiftBeginsAndEndsToTheMomentInItsOwnZone(Instant now, String onDuty) {
        assertThat(threeShifts().onDuty(now).name()).isEqualTo(onDuty);
    }

    @ParameterizedTest
    @CsvSource({
        // 02:30 never comes that night: both mean 03:30 summer time, which is 01:30 UTC
        "2026-03-29T00:59:59Z, before",
        "2026-03-29T01:00:00Z, before",
        "2026-03-29T01:29:59Z, before",
        "2026-03-29T01:30:00Z, after",
        // 02:30 comes twice that night: the first time counts, which is 00:30 UTC
        "2026-10-25T00:29:59Z, before",
        "2026-10-25T00:30:00Z, after",
        "2026-10-25T01:15:00Z, after",
        "2026-10-25T01:30:00Z, after"
    })
    void shiftsThatMeetWhileTheClockChangesStillMeet(Instant now, String onDuty) {
        var roster = new ShiftRoster(
                BERLIN,
                List.of(shift("before", ALL_DAYS, "14:30", "02:30"), shift("after", ALL_DAYS, "02:30", "14:30")),
                number("00"));

        assertThat(roster.onDuty(now).name()).isEqualTo(onDuty);
    }

    @Test
    void aShiftThatEndsWhenItBeginsLastsOneDay() {
        var roster = new ShiftRoster(BERLIN, List.of(shift("stand-by", ALL_DAYS, "08:00", "08:00")), number("00"));

        assertThat(roster.onDuty(Instant.parse("2026-11-30T06:59:59Z")).name()).isEqualTo("stand-by");
        assertThat(roster.onDuty(Instant.parse("2026-11-30T07:00:00Z")).name()).isEqualTo("stand-by");
    }

    @Test
    void ofTwoShiftsThatOverlapTheFirstIsAsked() {
        var roster = new ShiftRoster(
                BERLIN,
                List.of(
                        shift("deputy", EnumSet.of(DayOfWeek.MONDAY), "08:00", "09:00"),
                        shift("day", ALL_DAYS, "06:00", "18:00")),
                number("00"));

        assertThat(roster.onDuty(Instant.parse("2026-11-30T07:30:00Z")).name()).isEqualTo("deputy");
        assertThat(roster.onDuty(Instant.parse("2026-11-30T08:00:00Z")).name()).isEqualTo("day");
    }

    @Test
    void aRosterIsReadFromConfigurationWithDaysTimesAndZone() {
        SmsProperties properties = bound(Map.of(
                "sms.rosters.maintenance.zone", "Europe/Berlin",
                "sms.rosters.maintenance.otherwise", "+4915550000",
                "sms.rosters.maintenance.shifts[0].name", "early",
                "sms.rosters.maintenance.shifts[0].days", "monday, TUESDAY",
                "sms.rosters.maintenance.shifts[0].from", "06:00",
                "sms.rosters.maintenance.shifts[0].until", "14:00",
                "sms.rosters.maintenance.shifts[0].number", "+49 155 500-01"));

        Recipient recipient =
                properties.shiftRosters().get("maintenance").onDuty(Instant.parse("2026-12-01T12:59:59Z"));

        assertThat(recipient.name()).isEqualTo("early");
        assertThat(recipient.address().text()).isEqualTo("+4915550001");
    }

    @Test
    void aNumberThatIsNoneIsRefusedWithItsPlace() {
        SmsProperties properties = bound(Map.of(
                "sms.rosters.maintenance.zone", "Europe/Berlin", "sms.rosters.maintenance.otherwise", "ask Anna"));

        assertThatThrownBy(properties::shiftRosters)
                .hasMessageContaining("plantgate.delivery.sms.rosters.maintenance, otherwise")
                .hasMessageContaining("'ask Anna'");
    }

    private static SmsProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("sms", SmsProperties.class);
    }

    private static ShiftRoster threeShifts() {
        return new ShiftRoster(
                BERLIN,
                List.of(
                        shift("early", WORKDAYS, "06:00", "14:00"),
                        shift("late", WORKDAYS, "14:00", "22:00"),
                        shift("night", WORKDAYS, "22:00", "06:00")),
                number("00"));
    }

    private static Shift shift(String name, Set<DayOfWeek> days, String from, String until) {
        return new Shift(name, days, LocalTime.parse(from), LocalTime.parse(until), number("01"));
    }

    private static SmsAddress number(String end) {
        return SmsAddress.number("+491555" + end);
    }
}
