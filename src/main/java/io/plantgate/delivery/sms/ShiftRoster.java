package io.plantgate.delivery.sms;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Who is on duty when; the first shift that fits is asked, and outside of all shifts {@code otherwise}. */
record ShiftRoster(ZoneId zone, List<Shift> shifts, SmsAddress otherwise) {

    ShiftRoster {
        shifts = List.copyOf(shifts);
    }

    /** @return never null: an alarm always has somebody to go to */
    Recipient onDuty(Instant now) {
        LocalDate today = now.atZone(zone).toLocalDate();
        return shifts.stream()
                .filter(shift -> shift.begunOn(today, now, zone) || shift.begunOn(today.minusDays(1), now, zone))
                .map(shift -> new Recipient(shift.name(), shift.number()))
                .findFirst()
                .orElseGet(() -> new Recipient("otherwise", otherwise));
    }
}
