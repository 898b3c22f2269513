package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.event.Arrival;
import io.plantgate.testing.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A centre with few message ids: receipts, recorders and channels of two nodes meet at the same rows all the time. */
class ReusedIdsTest {

    private static final int IDS = 4;
    private static final int EFFECTS = 400;
    private static final int ROUNDS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final AtomicInteger counter = new AtomicInteger();

    @Test
    @Tag("I04")
    void manyReceiptsForTheSameIdsNeverLockEachOtherOut() throws Exception {
        try (EffectFixture site = new EffectFixture();
                LogLines log = new LogLines()) {
            site.kind("sms", "sms", WAIT, AT_ONCE);
            Effects second = site.secondNode();
            site.start("sms", new FarSide(this::accepted));
            second.start(EffectFixture.terms("sms"), new FarSide(this::accepted));

            ExecutorService centre = Executors.newFixedThreadPool(IDS);
            List<Future<Void>> receipts = new ArrayList<>();
            IntStream.range(0, IDS)
                    .forEach(id -> receipts.add(
                            centre.submit(receiptsOf(id % 2 == 0 ? site.effects.reports() : second.reports()))));
            site.record(IntStream.range(0, EFFECTS)
                    .mapToObj(i -> trip("T" + i).wanting(plan("sms")).arrival())
                    .toArray(Arrival[]::new));
            for (Future<Void> each : receipts) {
                each.get();
            }
            centre.shutdown();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(site.rows.count("outbox where state in ('pending', 'in_flight')"))
                            .isZero());
            assertThat(site.rows.count("attempt")).isEqualTo(EFFECTS);
            assertThat(log.with("deadlock")).isEmpty();
        }
    }

    private Outcome accepted(ClaimedEffect effect) {
        int first = counter.getAndIncrement();
        return new Outcome.Accepted(
                List.of(Integer.toString(first % IDS), Integer.toString((first + 1) % IDS)), null, Answer.NONE);
    }

    private static Callable<Void> receiptsOf(EffectReports reports) {
        return () -> {
            for (int i = 0; i < ROUNDS; i++) {
                reports.report("sms", Integer.toString(i % IDS), new Outcome.Delivered(null, Answer.NONE));
            }
            return null;
        };
    }
}
