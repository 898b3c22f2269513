package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.plantgate.event.Arrival;
import io.plantgate.event.PayloadRereading.KeptArrival;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes in, there is a reading and never an exception. */
class MutatedPayloadsTest {

    private static final int TRIES = 10_000;

    static Stream<Arguments> formats() {
        String rules = Readings.TRANSITION.replace("format: json\n", "") + """
                device: { before: "/" }
                sourceTime: { at: /t, zone: Europe/Berlin }
                fields: { v: { type: number, unit: { from: a, to: b, factor: 0.1, offset: 3 } }, t: time, ok: boolean }
                bounds: { payloadBytesMax: 400, depthMax: 6 }
                """;
        String json = """
                {"source":"PUMP-07/Trip","transitionId":91,"bootId":"B17","t":"2026-03-29T02:30:00","v":12.50,"ok":true,\
                "note":"a\\u0000\\"ü","more":{"list":[1,{"x":null}],"e":1.5e3}}""";
        return Stream.of(
                Arguments.of(rules + "format: json\n", json),
                Arguments.of(rules + "format: json\n", "[" + json + "," + json.replace("12.50", "x") + "]"),
                Arguments.of(rules + "format: json-lines\n", json + "\n" + json + "\n"),
                Arguments.of(
                        rules + "format: { type: csv, decimalComma: true, delimiter: ';' }\n",
                        "source;transitionId;bootId;t;v;ok\n\"PUMP-07/Trip\";91;B17;2026-03-29T02:30:00;1.234,5;true\n"),
                Arguments.of(
                        rules + "format: xml\n",
                        "<e><source>P/T</source><transitionId>91</transitionId><bootId a='1'>B</bootId><v>1</v></e>"),
                Arguments.of(
                        rules + "format: { type: cloudevents }\n",
                        json.replace("{\"source", "{\"specversion\":\"1.0\",\"source")));
    }

    @ParameterizedTest
    @MethodSource("formats")
    @Tag("A13")
    void anyBytesGiveAReading(String definition, String text) {
        Profile profile = Readings.profile(definition);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < TRIES / 5; i++) {
            byte[] bytes = mutated(Readings.utf8(text), random);
            assertThatCode(() -> readEveryWay(profile, bytes))
                    .as("seed %d, bytes %s", seed, Arrays.toString(bytes))
                    .doesNotThrowAnyException();
        }
    }

    private static void readEveryWay(Profile profile, byte[] bytes) {
        assertThat(Readings.arrival(profile, bytes).reading()).isNotNull();
        List<Arrival> arrivals = Readings.stream(profile, bytes);
        assertThat(arrivals).isNotEmpty();
        KeptArrival kept = new KeptArrival(bytes, null, Map.of(), profile.version(), null);
        assertThat(profile.fields(kept)).isNotNull();
        assertThat(profile.complete(kept, Map.of("bootId", "b"))).isNotNull();
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] mutated = random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        byte[] marks = Readings.utf8("\"\\,;:{}[]<>&'\n\r\u0000\u00FCeE+-.0159/@#% ");
        for (int i = random.nextInt(6); i > 0 && mutated.length > 0; i--) {
            boolean mark = random.nextBoolean();
            byte b = mark ? marks[random.nextInt(marks.length)] : (byte) random.nextInt(256);
            mutated[random.nextInt(mutated.length)] = b;
        }
        return mutated;
    }
}
