package io.plantgate.failure.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL goes away, or becomes slow, while MQTT, AMQP and HTTP deliver as fast as they are acknowledged. For a minute:
 * {@code -Dplantgate.test.trouble.seconds=60}.
 */
class TroubledDatabaseTest {

    private static final int SECONDS = Integer.getInteger("plantgate.test.trouble.seconds", 4);
    private static final Duration LONG = Duration.ofSeconds(180 + 5L * SECONDS);
    private static final int QUEUE = 20_000;
    private static final int HTTP_CLIENTS = 4;
    private static final int WARM_ARRIVALS = 3000;
    private static final int MEASURED_MILLIS = 1000;
    // A second's count varies on a busy machine.
    private static final double SPEED_AGAIN = 0.8;
    private static final long HELD_KIB_MAX = 100 * 1024;

    // PostgreSQL itself can delay a commit by 100 ms at most.
    private static final String SLOW = """
            create function slow_commit() returns trigger language plpgsql as $$
            begin
                if coalesce(current_setting('plantgate.slept', true), '') = '' then
                    perform pg_sleep(0.2);
                    perform set_config('plantgate.slept', 'yes', true);
                end if;
                return null;
            end $$;
            create constraint trigger slow_commit after insert on arrival deferrable initially deferred
                for each row execute function slow_commit()""";

    @TempDir
    private Path directory;

    private final PublishLog log = new PublishLog();
    private final List<Publisher> publishers = new ArrayList<>();
    private Plant plant;
    private Rows rows;

    @BeforeEach
    void load() {
        plant = new Plant(directory, QUEUE);
        System.out.println("TroubledDatabaseTest on " + plant);
        Awaitility.await().atMost(LONG).until(plant.gateway()::isUp);
        rows = plant.postgres().rows();
        for (Broker broker : plant.brokers()) {
            publishers.add(broker.publisher(workload(broker.name()), log, 0));
        }
        Workload overHttp = workload("http");
        for (int i = 0; i < HTTP_CLIENTS; i++) {
            publishers.add(new HttpPublisher(overHttp, log, plant.http().port(), 0));
        }
        publishers.forEach(Publisher::start);
        awaitArrivals(WARM_ARRIVALS);
    }

    private static Workload workload(String transport) {
        return new PlantWorkload(transport, 1);
    }

    @AfterEach
    void close() {
        publishers.forEach(Publisher::close);
        plant.close();
    }

    @Test
    @Tag("C03")
    @Tag("D01")
    void anOutageFillsNoMemoryLosesNothingAndLeavesNothingUndelivered() {
        double before = perSecond();
        long heapKib = plant.gateway().heapKib();
        plant.postgres().stop();
        during(() -> true);
        long heapInTheOutageKib = plant.gateway().heapKib();
        plant.postgres().start();
        long back = System.nanoTime();
        rows = plant.postgres().rows();
        Awaitility.await().atMost(LONG).until(() -> perSecond() >= SPEED_AGAIN * before);
        System.out.printf(
                "MEASURED database away for %d s: %,.0f arrivals/s before, %.0f %% of that again %.1f s after its return;"
                        + " heap after collection %,d KiB before, %,d KiB in the outage%n",
                SECONDS, before, 100 * SPEED_AGAIN, (System.nanoTime() - back) / 1e9, heapKib, heapInTheOutageKib);

        assertThat(heapInTheOutageKib).isLessThan(heapKib + HELD_KIB_MAX);
        assertThatNothingIsLost();
    }

    @Test
    @Tag("C03")
    void aSlowDatabaseEndsNoConnectionOfABroker() {
        List<Integer> connections = connections();
        rows.execute(SLOW);
        long arrivals = arrivals();
        during(() -> arrivals() > arrivals);
        rows.execute("drop function slow_commit() cascade");
        System.out.printf(
                "MEASURED commits of 200 ms for %d s: %,.0f arrivals/s%n",
                SECONDS, (double) (arrivals() - arrivals) / SECONDS);

        assertThat(connections()).isEqualTo(connections);
        assertThatNothingIsLost();
    }

    /** Lets the trouble last, and until something has come of it. */
    private static void during(BooleanSupplier something) {
        Tormentor.pause((int) TimeUnit.SECONDS.toMillis(SECONDS));
        Awaitility.await().atMost(LONG).until(something::getAsBoolean);
    }

    private void assertThatNothingIsLost() {
        publishers.forEach(Publisher::close);
        Audit audit = new Audit(rows, log);
        Awaitility.await().atMost(LONG).untilAsserted(() -> assertThat(audit.lost())
                .isEmpty());
        assertThat(plant.brokers()).allMatch(broker -> broker.deadLetters() == 0);
        assertThat(audit.secondCanonicals()).isZero();
        assertThat(audit.wrong()).isEmpty();
        assertThat(plant.gateway().isAlive()).isTrue();
    }

    /** How often each broker was connected to, ever. */
    private List<Integer> connections() {
        return plant.brokers().stream()
                .map(broker -> broker.link().connections())
                .toList();
    }

    private double perSecond() {
        long begin = System.nanoTime();
        long arrivals = arrivals();
        Tormentor.pause(MEASURED_MILLIS);
        return (arrivals() - arrivals) * 1e9 / (System.nanoTime() - begin);
    }

    private void awaitArrivals(long count) {
        Awaitility.await().atMost(LONG).until(() -> arrivals() >= count);
    }

    private long arrivals() {
        return rows.count("arrival");
    }
}
