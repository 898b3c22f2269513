package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Incomplete;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Short words for what a profile makes of bytes. */
final class Readings {

    static final Instant ARRIVED = Instant.parse("2026-03-02T00:00:12.180Z");

    static final String TRANSITION = """
            contract: transition
            format: json
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            """;

    private Readings() {}

    static Profile profile(String text) {
        return ProfileFiles.parse("line-1", "line-1.profile.yaml", text);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    static Delivery delivery(byte[] bytes, Map<String, String> facts) {
        return new Delivery(ARRIVED, "test:inlet", RawBytes.whole(bytes), facts, null);
    }

    static Arrival arrival(Profile profile, byte[] bytes) {
        return profile.read(delivery(bytes, Map.of()));
    }

    static Reading read(Profile profile, byte[] bytes) {
        return arrival(profile, bytes).reading();
    }

    static Reading read(Profile profile, String text) {
        return read(profile, utf8(text));
    }

    static Event event(Profile profile, String text) {
        return event(read(profile, text));
    }

    static Event event(Reading reading) {
        assertThat(reading).isInstanceOf(Event.class);
        return (Event) reading;
    }

    static ReasonCode refusal(Reading reading) {
        assertThat(reading).isInstanceOf(Undecodable.class);
        return ((Undecodable) reading).reason().code();
    }

    static ReasonCode lack(Reading reading) {
        assertThat(reading).isInstanceOf(Incomplete.class);
        return ((Incomplete) reading).reason().code();
    }

    static List<Arrival> stream(Profile profile, byte[] bytes) {
        return stream(profile, bytes, Framing.OF_THE_PROFILE);
    }

    static List<Arrival> stream(Profile profile, byte[] bytes, Framing framing) {
        StreamOrigin origin = new StreamOrigin(ARRIVED, "test:file", Map.of("file", "a.csv"), null);
        List<Arrival> arrivals = new ArrayList<>();
        profile.stream(new ByteArrayInputStream(bytes), framing, origin).forEachRemaining(arrivals::add);
        return arrivals;
    }

    static List<Reading> readings(Profile profile, String text) {
        return stream(profile, utf8(text)).stream().map(Arrival::reading).toList();
    }
}
