package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import io.plantgate.event.Flag;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReadingTest {

    private static final String DIGITS = """
            contract: transition
            format: json
            identity:
              source: /entity
              transitionId: { at: /seq, type: digits }
              bootId: { fact: boot }
            """;

    private final Profile profile = Readings.profile(Readings.TRANSITION + "sourceTime: /t\n");
    private final Profile counted = Readings.profile(DIGITS);

    @Test
    @Tag("A01")
    void nulInTheTextIsKeptShownAndFlagged() {
        byte[] bytes = Readings.utf8(
                "{\"source\":\"press-7\",\"transitionId\":\"t-1\",\"bootId\":\"b1\",\"note\":\"ok\\u0000\"}");
        Arrival arrival = Readings.arrival(profile, bytes);
        assertThat(Readings.event(arrival.reading()).flags()).containsExactly(Flag.CONTROL_CHARACTER);
        assertThat(arrival.delivery().raw().kept()).isEqualTo(bytes);
        KeptArrival kept = new KeptArrival(bytes, null, Map.of(), profile.version(), null);
        assertThat(profile.fields(kept)).isEqualTo(Map.of("note", "ok\\u0000"));
    }

    @Test
    @Tag("A01b")
    void nulInAnIdentityIsRefusedAndTheCleanNameStaysAnother() {
        Reading nul = read("t-1\\u0000", "b1");
        assertThat(Readings.refusal(nul)).isEqualTo(ReasonCode.IDENTITY_CONTROL_CHARACTER);
        assertThat(Readings.event(read("t-1", "b1")).identity().transitionId()).isEqualTo("t-1");
    }

    @Test
    @Tag("A02")
    void bytesThatAreNoTextStayTwoDifferentArrivals() {
        Arrival ff = Readings.arrival(profile, Readings.hex("7b226964223a2241ff227d"));
        Arrival fe = Readings.arrival(profile, Readings.hex("7b226964223a2241fe227d"));
        assertThat(List.of(Readings.refusal(ff.reading()), Readings.refusal(fe.reading())))
                .containsOnly(ReasonCode.NOT_DECODABLE);
        assertThat(ff.delivery().raw().sha256())
                .isNotEqualTo(fe.delivery().raw().sha256());
    }

    @ParameterizedTest
    @Tag("A06b")
    @ValueSource(strings = {"\"42\"", "42"})
    void digitsAreOneNameWithAndWithoutQuotes(String seq) {
        assertThat(counted(seq).identity().transitionId()).isEqualTo("42");
    }

    @ParameterizedTest
    @Tag("A06b")
    @ValueSource(strings = {"\"042\"", "\"+42\"", "\"٤٢\"", "\"4.2e1\"", "4.2e1", "42.0", "-42", "\"42 \"", "\"x\""})
    void whatIsNotPlainDigitsIsNever42(String seq) {
        assertThat(Readings.refusal(countedReading(seq))).isEqualTo(ReasonCode.IDENTITY_NOT_DIGITS);
    }

    @Test
    @Tag("A06b")
    void numberWithLeadingZeroIsNoJson() {
        assertThat(Readings.refusal(countedReading("042"))).isEqualTo(ReasonCode.MALFORMED);
    }

    @Test
    @Tag("A07")
    void hugeNumbersAreComparedExactlyAndHugeIdentitiesRefused() {
        Event small = event("\"v\":1e400");
        Event large = event("\"v\":1e500");
        assertThat(large.identity()).isEqualTo(small.identity());
        assertThat(large.payload()).isNotEqualTo(small.payload());
        assertThat(Readings.refusal(countedReading("1e100000"))).isEqualTo(ReasonCode.NUMBER_OUT_OF_BOUNDS);
        assertThat(Readings.refusal(countedReading("1" + "0".repeat(100)))).isEqualTo(ReasonCode.NUMBER_OUT_OF_BOUNDS);
    }

    @Test
    @Tag("A10")
    @Tag("W-09")
    void orderAndNotationDoNotMatterButTypesDo() {
        Event first = event("\"a\":1,\"b\":{\"y\":2,\"x\":1.0}");
        assertThat(event("\"b\":{\"x\":1,\"y\":2},\"a\":1.0").payload()).isEqualTo(first.payload());
        assertThat(event("\"b\":{\"x\":1,\"y\":2},\"a\":\"1\"").payload()).isNotEqualTo(first.payload());
        assertThat(event(" \"b\" :\n{\"x\":1 ,\"y\":2},\t\"a\":1").payload()).isEqualTo(first.payload());
    }

    @Test
    @Tag("A11")
    void composedAndDecomposedAreOneName() {
        Event composed = Readings.event(profile, source("Gr\u00FCn-1"));
        assertThat(Readings.event(profile, source("Gru\u0308n-1")).identity()).isEqualTo(composed.identity());
        assertThat(Readings.refusal(Readings.read(profile, source("pump-3\u00A0"))))
                .isEqualTo(ReasonCode.IDENTITY_FORBIDDEN_CHARACTER);
    }

    @Test
    @Tag("A12")
    @Tag("E-40")
    @Tag("E-42")
    @Tag("E-66")
    void aMissingPartIsNamedAndThePartsThatAreThereAreKept() {
        Reading.Incomplete incomplete = (Reading.Incomplete) Readings.read(
                profile, "{\"source\":\"a\",\"transitionId\":\"T22\",\"bootId\":\" \",\"t\":\"2026-03-02T10:00:00Z\"}");
        assertThat(incomplete.reason().code()).isEqualTo(ReasonCode.MISSING_BOOT_ID);
        assertThat(incomplete.reason().detail()).contains("line-1", "bootId", "/bootId", "work list");
        assertThat(incomplete.transitionId()).isEqualTo("T22");
        assertThat(incomplete.bootId()).isNull();
        assertThat(incomplete.payload()).isNotNull();
    }

    @Test
    @Tag("A13")
    void depthIsBoundedBeforeATreeIsBuilt() {
        Reading deep = Readings.read(profile, "{\"v\":" + "[".repeat(1001));
        assertThat(Readings.refusal(deep)).isEqualTo(ReasonCode.TOO_DEEP);
        assertThat(((Undecodable) deep).reason().detail()).contains("depthMax 64");
    }

    @Test
    @Tag("A13")
    void hugeItemIsKeptAsPrefixAndHash() {
        byte[] huge = new byte[64 << 20];
        java.util.Arrays.fill(huge, (byte) 'a');
        Arrival arrival = Readings.arrival(profile, huge);
        assertThat(Readings.refusal(arrival.reading())).isEqualTo(ReasonCode.TOO_LARGE);
        assertThat(((Undecodable) arrival.reading()).reason().detail()).contains("payloadBytesMax is 262144");
        RawBytes raw = arrival.delivery().raw();
        assertThat(raw.kept()).hasSize(4096);
        assertThat(raw.length()).isEqualTo(huge.length);
        assertThat(raw.sha256()).isEqualTo(RawBytes.sha256(huge));
    }

    @ParameterizedTest
    @Tag("B04")
    @CsvSource({
        "2016-12-31T23:59:60Z, 2017-01-01T00:00:00Z",
        "2026-03-28T24:00:00Z, 2026-03-29T00:00:00Z",
        "2026-03-28T10:00:00, ",
        "yesterday, ",
        "1711620000, "
    })
    void oddTimesAreKeptAsSentAndFlagged(String sent, java.time.Instant instant) {
        Event event = event("\"t\":\"" + sent + "\"");
        assertThat(event.sourceTime().text()).isEqualTo(sent);
        assertThat(event.sourceTime().instant()).isEqualTo(instant);
        assertThat(event.flags()).containsExactly(Flag.ODD_TIME);
    }

    @Test
    @Tag("B05")
    void timesThatDifferInNanosecondsAreTwoPayloads() {
        Event first = event("\"t\":\"2026-03-28T10:00:00.123456501Z\"");
        Event other = event("\"t\":\"2026-03-28T10:00:00.123456499Z\"");
        assertThat(other.payload()).isNotEqualTo(first.payload());
        assertThat(event("\"t\":\"2026-03-28T10:00:00.123456501Z\"").payload()).isEqualTo(first.payload());
        assertThat(first.sourceTime().instant().getNano()).isEqualTo(123_456_501);
        assertThat(first.flags()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"event-id:x", "scan:x", "sequence:x"})
    void schemesOfOtherContractsAreRefused(String source) {
        assertThat(Readings.refusal(Readings.read(profile, source(source))))
                .isEqualTo(ReasonCode.IDENTITY_RESERVED_SCHEME);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | EMPTY",
                "' ' | EMPTY",
                "'[]' | MALFORMED",
                "'1' | MALFORMED",
                "'{\"a\":01}' | MALFORMED",
                "'{\"a\":}' | MALFORMED",
                "'{\"a\":1} x' | TRAILING_CONTENT",
                "'{\"a\":1}}' | TRAILING_CONTENT",
                "'{\"a\":NaN}' | MALFORMED",
                "'{\"source\":true,\"transitionId\":\"1\",\"bootId\":\"1\"}' | IDENTITY_NOT_TEXT"
            })
    void everyFaultHasItsReason(String text, ReasonCode code) {
        assertThat(Readings.refusal(Readings.read(profile, text))).isEqualTo(code);
    }

    @Test
    void utf16IsNotGuessed() {
        byte[] wide = "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
        assertThat(Readings.refusal(Readings.read(profile, wide))).isEqualTo(ReasonCode.MALFORMED);
    }

    private Reading read(String transitionId, String bootId) {
        return Readings.read(
                profile,
                "{\"source\":\"press-7\",\"transitionId\":\"" + transitionId + "\",\"bootId\":\"" + bootId + "\"}");
    }

    private static String source(String source) {
        return "{\"source\":\"" + source + "\",\"transitionId\":\"1\",\"bootId\":\"b\"}";
    }

    private Event event(String members) {
        return Readings.event(profile, "{\"source\":\"p1\",\"transitionId\":\"1\",\"bootId\":\"b\"," + members + "}");
    }

    private Event counted(String seq) {
        return Readings.event(countedReading(seq));
    }

    private Reading countedReading(String seq) {
        byte[] bytes = Readings.utf8("{\"entity\":\"p1\",\"seq\":" + seq + "}");
        return counted.read(Readings.delivery(bytes, Map.of("boot", "b1"))).reading();
    }
}
