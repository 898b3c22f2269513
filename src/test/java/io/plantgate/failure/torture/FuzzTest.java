package io.plantgate.failure.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand mutated payloads on each way in, at a real gateway with real brokers where they are installed. */
class FuzzTest {

    private static final int PAYLOADS = 10_000;
    private static final int HTTP_CLIENTS = 4;
    private static final Duration ALL_WITHIN = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private final PublishLog log = new PublishLog();
    private final long seed = Long.getLong("seed", System.currentTimeMillis());

    @Test
    @Tag("A13")
    @Tag("A02")
    void whateverComesInIsStoredWithADecisionAndItsNeighboursAreDecidedAsEver() {
        System.out.println("FuzzTest seed " + seed + " (replay with -Dseed=" + seed + ")");
        try (Plant plant = new Plant(directory)) {
            System.out.println("FuzzTest on " + plant);
            Awaitility.await().atMost(ALL_WITHIN).until(plant.gateway()::isUp);
            List<Publisher> publishers = publishers(plant);
            publishers.forEach(Publisher::start);
            Awaitility.await().atMost(ALL_WITHIN).until(() -> publishers.stream()
                    .allMatch(Publisher::isDone));
            assertThatEverythingIsDecided(
                    new Audit(plant.postgres().rows(), log), 2 + plant.brokers().size());
        }
    }

    private void assertThatEverythingIsDecided(Audit audit, int transports) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(audit.lost())
                .isEmpty());
        assertThat(log.publishedCount()).isEqualTo(transports * (PAYLOADS + PAYLOADS / 20));
        assertThat(audit.wrong()).isEmpty();
        assertThat(audit.secondCanonicals()).isZero();
    }

    private List<Publisher> publishers(Plant plant) {
        List<Publisher> publishers = new ArrayList<>();
        Workload overHttp = workload("http", FuzzTest::isOneItem);
        for (int i = 0; i < HTTP_CLIENTS; i++) {
            publishers.add(new HttpPublisher(overHttp, log, plant.http().port(), 0));
        }
        publishers.add(new FilePublisher(workload("file", FuzzTest::isOneLine), log, plant.inbox(), 0));
        for (Broker broker : plant.brokers()) {
            publishers.add(broker.publisher(workload(broker.name(), bytes -> true), log, 0));
        }
        return publishers;
    }

    private Workload workload(String transport, Predicate<byte[]> carried) {
        return new FuzzWorkload(transport, seed, PAYLOADS, carried);
    }

    // What begins like an array is a stream of items.
    private static boolean isOneItem(byte[] bytes) {
        for (byte b : bytes) {
            if (b > ' ') {
                return b != '[';
            }
        }
        return true;
    }

    private static boolean isOneLine(byte[] bytes) {
        boolean blank = true;
        for (byte b : bytes) {
            blank &= b == ' ' || b == '\t' || b == '\r';
            if (b == '\n') {
                return false;
            }
        }
        return !blank && bytes[bytes.length - 1] != '\r';
    }
}
