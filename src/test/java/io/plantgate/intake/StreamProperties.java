package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class StreamProperties {

    private final Profile json = Readings.profile(Readings.TRANSITION);
    private final Profile lines = Readings.profile(Readings.TRANSITION.replace("json", "json-lines"));
    private final Profile csv =
            Readings.profile(Readings.TRANSITION.replace("json", "csv") + "bounds: { payloadBytesMax: 40 }\n");

    @Property(tries = 1000)
    void anyCutOfTheBytesIntoReadsGivesTheSameItems(@ForAll("streams") byte[] bytes, @ForAll Random random) {
        for (Profile profile : List.of(json, lines, csv)) {
            List<Arrival> whole = read(profile, new ByteArrayInputStream(bytes));
            assertThat(read(profile, new Dribble(bytes, random))).isEqualTo(whole);
        }
    }

    @Property(tries = 1000)
    void everyByteButFramingIsInExactlyOneItem(@ForAll("streams") byte[] bytes) {
        int significant = count(bytes);
        for (Profile profile : List.of(lines, csv)) {
            ArrivalStream arrivals = open(profile, new ByteArrayInputStream(bytes));
            long kept = 0;
            while (arrivals.hasNext()) {
                Arrival arrival = arrivals.next();
                assertThat(arrival.delivery().raw().truncated()
                                || arrival.delivery().raw().kept().length <= bytes.length)
                        .isTrue();
                kept += arrival.delivery().raw().truncated()
                        ? -1_000_000
                        : count(arrival.delivery().raw().kept());
            }
            boolean headerApart = !isEmptyFile(bytes, profile);
            int header =
                    headerApart ? arrivals.header().map(StreamProperties::count).orElse(0) : 0;
            assertThat(kept < 0 || kept + header == significant)
                    .as(new String(bytes))
                    .isTrue();
        }
    }

    @Property(tries = 300)
    @Tag("A13")
    void elementsOfAnArrayAreTheItemsThatWerePutIn(@ForAll("items") List<String> items, @ForAll Random random) {
        String text = "\uFEFF [\n" + String.join(" ,\t", items) + "] \n";
        List<String> cut = read(json, new Dribble(Readings.utf8(text), random)).stream()
                .map(arrival -> new String(arrival.delivery().raw().kept(), java.nio.charset.StandardCharsets.UTF_8))
                .toList();
        assertThat(cut).isEqualTo(items.isEmpty() ? List.of("") : items);
    }

    // A file of nothing but a header is one arrival, which holds the header.
    private boolean isEmptyFile(byte[] bytes, Profile profile) {
        List<Arrival> arrivals = read(profile, new ByteArrayInputStream(bytes));
        return arrivals.size() == 1 && arrivals.get(0).reading().toString().contains("EMPTY");
    }

    private static List<Arrival> read(Profile profile, InputStream in) {
        List<Arrival> arrivals = new ArrayList<>();
        open(profile, in).forEachRemaining(arrivals::add);
        return arrivals;
    }

    private static ArrivalStream open(Profile profile, InputStream in) {
        StreamOrigin origin = new StreamOrigin(Readings.ARRIVED, "test:in", Map.of(), null);
        return profile.stream(in, Framing.OF_THE_PROFILE, origin);
    }

    private static int count(byte[] bytes) {
        int letters = 0;
        for (byte b : bytes) {
            letters += b != '\n' && b != '\r' && b != ' ' ? 1 : 0;
        }
        return letters;
    }

    @Provide
    Arbitrary<byte[]> streams() {
        return Arbitraries.randomValue(random -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            String alphabet = "ab,,\"\"\n\n\r[]{}:\\ \u00FC\uFEFF";
            for (int i = random.nextInt(60); i > 0; i--) {
                int at = random.nextInt(alphabet.length());
                bytes.writeBytes(Readings.utf8(alphabet.substring(at, at + 1)));
            }
            return bytes.toByteArray();
        });
    }

    @Provide
    Arbitrary<List<String>> items() {
        Arbitrary<String> item = Arbitraries.of(
                "{}",
                "[1,2]",
                "\"a,]\\\"b\"",
                "12.5",
                "{\"a\":[{\"b\":\"}\"}]}",
                "{\"a\":[1}",
                "[\"\\\\\"]",
                "x y",
                "{\"ü\":1]}");
        return item.list().ofMaxSize(6);
    }

    /** Gives its bytes in reads of random length. */
    private static final class Dribble extends ByteArrayInputStream {

        private final Random random;

        Dribble(byte[] bytes, Random random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] buffer, int from, int count) {
            return super.read(buffer, from, Math.min(count, 1 + random.nextInt(4)));
        }
    }
}
