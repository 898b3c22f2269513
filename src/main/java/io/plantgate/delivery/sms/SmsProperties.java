package io.plantgate.delivery.sms;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The SMS centre, and who is on duty.
 *
 * @param host empty for the embedded centre
 * @param port 2775 is SMPP's own
 * @param systemId the name under which the gateway binds
 * @param password never logged
 * @param systemType SMPP's system_type, if the centre asks for one
 * @param sslBundle name of a {@code spring.ssl.bundle}; empty for plain TCP
 * @param source the sender that a phone shows: a number or up to 11 characters; empty lets the centre choose
 * @param connectMillisMax until a connection is there, and until its bind is answered
 * @param answerMillisMax until a submit is answered; later nobody knows whether the centre has it
 * @param enquireMillis silence after which the link is tested
 * @param reconnectMillisMin first pause before a lost connection is made again; it doubles, with jitter
 * @param reconnectMillisMax longest such pause
 * @param bindFailuresMax binds answered with ESME_RBINDFAIL in a row that are not yet taken for a refusal
 * @param rosters rosters by name
 */
@Validated
@ConfigurationProperties("plantgate.delivery.sms")
record SmsProperties(
        @DefaultValue("") String host,
        @DefaultValue("2775") @Min(1) @Max(65535) int port,
        @DefaultValue("") String systemId,
        @DefaultValue("") String password,
        @DefaultValue("") String systemType,
        @DefaultValue("") String sslBundle,
        @DefaultValue("") String source,
        @DefaultValue("10000") @Min(100) long connectMillisMax,
        @DefaultValue("10000") @Min(100) long answerMillisMax,
        @DefaultValue("30000") @Min(100) long enquireMillis,
        @DefaultValue("500") @Min(10) long reconnectMillisMin,
        @DefaultValue("30000") @Min(10) long reconnectMillisMax,
        @DefaultValue("5") @Min(0) int bindFailuresMax,
        @DefaultValue @Valid Map<String, Roster> rosters) {

    /**
     * @param zone in which its times are meant
     * @param otherwise the number outside of all shifts
     * @param shifts the first that fits counts
     */
    record Roster(
            @NotNull ZoneId zone,
            @NotEmpty String otherwise,
            @DefaultValue @Valid List<ShiftEntry> shifts) {}

    /**
     * @param days days on which it begins
     * @param until not later than {@code from}: on the next day
     */
    record ShiftEntry(
            @NotEmpty String name,
            @NotEmpty Set<DayOfWeek> days,
            @NotNull LocalTime from,
            @NotNull LocalTime until,
            @NotEmpty String number) {}

    /** @throws IllegalArgumentException naming the entry whose number is none */
    Map<String, ShiftRoster> shiftRosters() {
        Map<String, ShiftRoster> read = new LinkedHashMap<>();
        rosters.forEach((name, roster) -> read.put(name, roster(name, roster)));
        return read;
    }

    private static ShiftRoster roster(String name, Roster roster) {
        List<Shift> shifts = roster.shifts().stream()
                .map(entry -> new Shift(
                        entry.name(),
                        entry.days(),
                        entry.from(),
                        entry.until(),
                        number(name, entry.name(), entry.number())))
                .toList();
        return new ShiftRoster(roster.zone(), shifts, number(name, "otherwise", roster.otherwise()));
    }

    private static SmsAddress number(String roster, String entry, String number) {
        try {
            return SmsAddress.number(number);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "plantgate.delivery.sms.rosters.%s, %s: %s".formatted(roster, entry, e.getMessage()), e);
        }
    }

    // A record's own text would name the password.
    @Override
    public String toString() {
        return "SmsProperties[" + host + ":" + port + "]";
    }
}
