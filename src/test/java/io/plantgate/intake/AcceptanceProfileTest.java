package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AcceptanceProfileTest {

    private final Profile profile = ProfileFiles.acceptance();

    private static final String TRIP = """
            {"source":"PUMP-07/Trip","transitionId":"T91","bootId":"B17","SourceTimestamp":"2026-03-02T08:00:12.120+08:00",\
            "severity":"High","value":12.5}""";

    @Test
    @Tag("E-02")
    @Tag("E-08")
    @Tag("E-46")
    void tripIsNamedBySourceTransitionAndBoot() {
        Event event = Readings.event(profile, TRIP);
        assertThat(event.identity().source()).isEqualTo("PUMP-07/Trip");
        assertThat(event.identity().transitionId()).isEqualTo("T91");
        assertThat(event.identity().bootId()).isEqualTo("B17");
        assertThat(event.device()).isEqualTo("PUMP-07");
        assertThat(event.sourceTime().text()).isEqualTo("2026-03-02T08:00:12.120+08:00");
        assertThat(event.sourceTime().instant()).isEqualTo(Instant.parse("2026-03-02T00:00:12.120Z"));
        assertThat(event.bootObserved()).isFalse();
        assertThat(event.flags()).isEmpty();
    }

    @Test
    @Tag("E-01")
    @Tag("E-34")
    @Tag("E-35")
    void theSameTextUnderAnotherBootIsAnotherName() {
        Event before = Readings.event(profile, TRIP);
        Event behind = Readings.event(profile, TRIP.replace("B17", "B18"));
        assertThat(behind.payload()).isEqualTo(before.payload());
        assertThat(behind.identity()).isNotEqualTo(before.identity());
    }

    @Test
    @Tag("E-03")
    void theTimeOfArrivalIsInNeitherNameNorPayload() {
        Event first = Readings.event(profile, TRIP);
        Delivery again = new Delivery(
                Readings.ARRIVED.plusSeconds(240),
                "test:other",
                RawBytes.whole(Readings.utf8(TRIP)),
                Map.of("retain", "true"),
                "x");
        Event later = Readings.event(profile.read(again).reading());
        assertThat(later.identity()).isEqualTo(first.identity());
        assertThat(later.payload()).isEqualTo(first.payload());
    }

    @Test
    @Tag("A06")
    void neighboursBeyondTwoToThe53AreTwoIdentities() {
        String text = "{\"source\":\"CELL-2/Count\",\"transitionId\":%s,\"bootId\":\"B1\",\"v\":1}";
        Event odd = Readings.event(profile, text.formatted("9007199254740993"));
        Event even = Readings.event(profile, text.formatted("9007199254740992"));
        assertThat(odd.identity().transitionId()).isEqualTo("9007199254740993");
        assertThat(even.identity().transitionId()).isEqualTo("9007199254740992");
        Reading exponent = Readings.read(profile, text.formatted("9.007199254740993e15"));
        assertThat(Readings.refusal(exponent)).isEqualTo(ReasonCode.IDENTITY_NOT_DIGITS);
    }

    @Test
    @Tag("E-07")
    @Tag("A12")
    void missingNullAndBlankAreNoValuesButTheWordNullIsOne() {
        String text = "{\"source\":\"PUMP-09/Trip\",\"transitionId\":\"T22\"%s}";
        assertThat(Readings.lack(Readings.read(profile, text.formatted("")))).isEqualTo(ReasonCode.MISSING_BOOT_ID);
        assertThat(Readings.lack(Readings.read(profile, text.formatted(",\"bootId\":null"))))
                .isEqualTo(ReasonCode.MISSING_BOOT_ID);
        assertThat(Readings.lack(Readings.read(profile, text.formatted(",\"bootId\":\"\""))))
                .isEqualTo(ReasonCode.MISSING_BOOT_ID);
        Event named = Readings.event(profile, text.formatted(",\"bootId\":\"null\""));
        assertThat(named.identity().bootId()).isEqualTo("null");
    }

    @Test
    @Tag("A09")
    void twoIdentitiesInOneObjectAreNone() {
        Reading twice = Readings.read(
                profile, "{\"source\":\"plc-1\",\"transitionId\":\"A1\",\"transitionId\":\"B2\",\"bootId\":\"b\"}");
        assertThat(Readings.refusal(twice)).isEqualTo(ReasonCode.DUPLICATE_KEY);
        assertThat(((Undecodable) twice).reason().detail()).contains("transitionId", "acceptance");
        assertThat(Readings.refusal(Readings.read(profile, "{\"v\":{\"a\":1,\"a\":1}}")))
                .isEqualTo(ReasonCode.DUPLICATE_KEY);
        assertThat(Readings.refusal(Readings.read(profile, "{\"x\":1}{\"x\":2}")))
                .isEqualTo(ReasonCode.TRAILING_CONTENT);
    }
}
