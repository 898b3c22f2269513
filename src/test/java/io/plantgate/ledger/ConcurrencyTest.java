package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {

    private static final int THREADS = 8;

    private final LedgerFixture first = new LedgerFixture();
    private final PostgresLedger second = openSecondNode();
    private final ExecutorService senders = Executors.newFixedThreadPool(2 * THREADS);

    private PostgresLedger openSecondNode() {
        try {
            return PostgresLedger.open(
                    first.database.anotherPool(), LedgerFixture.NEVER_READABLE, LedgerSettings.defaults("node-2"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        senders.shutdownNow();
        second.close();
        first.close();
    }

    @Test
    @Tag("E-32")
    @Tag("E-33")
    @Tag("E-30")
    @Tag("E-48")
    @Tag("E-49")
    void twoNodesOfEightThreadsAgreeOnFiveThousandIdentitiesSentThreeTimesEach() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<Arrival> deliveries = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Arrival arrival = trip("T" + i).at("PUMP-" + i % 40 + "/Trip").arrival();
            deliveries.addAll(List.of(arrival, arrival, arrival));
        }
        Collections.shuffle(deliveries, new Random(seed));

        Map<Verdict, Integer> verdicts = sendFromAllThreads(deliveries);

        assertThat(verdicts).isEqualTo(Map.of(Verdict.CANONICAL, 5_000, Verdict.DUPLICATE, 10_000));
        assertThat(first.rows.count("identity")).isEqualTo(5_000);
        assertThat(first.rows.count("arrival")).isEqualTo(15_000);
        assertThat(first.rows.one("select count(*) from identity i where not exists (select from arrival a"
                        + " where a.arrival_id = i.canonical_id and a.decision = 'CANONICAL')"))
                .isEqualTo("0");
    }

    @Test
    @Tag("E-27")
    void bothContentsOfOneIdentityAtOnceOnTwoNodesAreOneCanonicalAndOneConflict() throws Exception {
        for (int i = 0; i < 100; i++) {
            Arrival high = trip("T" + i).saying("High").arrival();
            Arrival low = trip("T" + i).saying("Low").arrival();
            CyclicBarrier together = new CyclicBarrier(2);
            Future<Verdict> one = senders.submit(() -> verdictOf(first.ledger, high, together));
            Future<Verdict> other = senders.submit(() -> verdictOf(second, low, together));

            assertThat(List.of(one.get(), other.get())).containsExactlyInAnyOrder(Verdict.CANONICAL, Verdict.CONFLICT);
        }
        assertThat(first.rows.count("identity")).isEqualTo(100);
        assertThat(first.rows.count("work_item")).isEqualTo(100);
    }

    @Test
    @Tag("H01")
    void batchesInOppositeOrderOnTwoNodesReachNoSenderAsAnError() throws Exception {
        for (int i = 0; i < 200; i++) {
            Arrival a = trip("A" + i).at("PUMP-A/Trip").ofBoot("B" + i / 20).arrival();
            Arrival b = trip("B" + i).at("PUMP-B/Trip").ofBoot("B" + i / 20).arrival();
            CyclicBarrier together = new CyclicBarrier(2);
            Future<List<Decision>> ab = senders.submit(() -> recordWith(first.ledger, together, a, b));
            Future<List<Decision>> ba = senders.submit(() -> recordWith(second, together, b, a));

            assertThat(ab.get()).hasSize(2);
            assertThat(ba.get()).hasSize(2);
        }
        assertThat(first.rows.count("identity")).isEqualTo(400);
        assertThat(first.rows.count("boot_generation")).isEqualTo(20);
    }

    @Test
    void generationsOpenedByAnotherNodeMakeTheOlderBootLateHere() {
        first.record(trip("T1").ofBoot("B17").arrival());
        LedgerFixture.record(second, trip("T1").ofBoot("B18").arrival());

        assertThat(first.record(trip("T2").ofBoot("B17").arrival()))
                .singleElement()
                .isInstanceOfSatisfying(Decision.Canonical.class, decision -> assertThat(decision.late())
                        .isTrue());
    }

    private Map<Verdict, Integer> sendFromAllThreads(List<Arrival> deliveries) throws Exception {
        List<Callable<List<CompletableFuture<List<Decision>>>>> tasks = new ArrayList<>();
        for (int i = 0; i < 2 * THREADS; i++) {
            int offset = i;
            Ledger ledger = i < THREADS ? first.ledger : second;
            tasks.add(() -> sendEvery(ledger, deliveries, offset));
        }
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (Future<List<CompletableFuture<List<Decision>>>> sent : senders.invokeAll(tasks)) {
            for (CompletableFuture<List<Decision>> decisions : sent.get()) {
                verdicts.merge(decisions.get(60, TimeUnit.SECONDS).get(0).verdict(), 1, Integer::sum);
            }
        }
        return verdicts;
    }

    private static List<CompletableFuture<List<Decision>>> sendEvery(
            Ledger ledger, List<Arrival> deliveries, int offset) throws InterruptedException {
        List<CompletableFuture<List<Decision>>> sent = new ArrayList<>();
        for (int i = offset; i < deliveries.size(); i += 2 * THREADS) {
            sent.add(ledger.put(Unit.of(deliveries.get(i))));
        }
        return sent;
    }

    private static Verdict verdictOf(Ledger ledger, Arrival arrival, CyclicBarrier together) throws Exception {
        return recordWith(ledger, together, arrival).get(0).verdict();
    }

    private static List<Decision> recordWith(Ledger ledger, CyclicBarrier together, Arrival... arrivals)
            throws Exception {
        together.await();
        return LedgerFixture.record(ledger, arrivals);
    }
}
