package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers that answer late, hang or die, and nodes that share one outbox. */
class LeaseTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final EffectFixture site = new EffectFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("I01")
    @Tag("E-59")
    void aLateWorkersOutcomeDoesNotMatchItsTokenAndOneSuccessIsRecorded() throws Exception {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger late = new AtomicInteger();
        // Its lease is not renewed: as if the worker's process had stood still.
        ChannelTerms frozen = ChannelTerms.of("erp").withTimes(200, 20, 1);
        Channel slow = site.effects.start(frozen, effects -> {
            DeliveryTest.awaitUninterruptibly(answer);
            late.incrementAndGet();
            return effects.stream().map(FarSide::confirmed).toList();
        });
        site.record(trip("T1").wanting(plan("erp-posting")).arrival());
        await().atMost(PATIENCE).until(() -> slow.underWay() == 1);
        slow.pause();

        FarSide quick = FarSide.confirming();
        site.secondNode().start(EffectFixture.terms("erp"), quick);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        answer.countDown();
        await().atMost(PATIENCE).until(() -> slow.underWay() == 0);

        assertThat(late).hasValue(1);
        assertThat(quick.seen.get(0).repeat()).isTrue();
        assertThat(site.rows.list("select attempt_no, repeat, outcome from attempt order by attempt_id"))
                .containsExactly("1 f UNKNOWN", "2 t DELIVERED");
        assertThat(site.rows.one("select reason from attempt where attempt_no = 1"))
                .startsWith("LEASE_RAN_OUT");
        assertThat(site.rows.one("select attempts from outbox")).isEqualTo("2");
    }

    @Test
    void aLeaseIsRenewedWhileItsWorkerIsAtIt() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        CountDownLatch answer = new CountDownLatch(1);
        site.effects.start(ChannelTerms.of("erp").withTimes(3_000, 20, 300_000), effects -> {
            DeliveryTest.awaitUninterruptibly(answer);
            return effects.stream().map(FarSide::confirmed).toList();
        });
        site.record(trip("T1").wanting(plan("erp-posting")).arrival());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("in_flight"));
        String first = site.rows.one("select leased_until from outbox");

        await().atMost(PATIENCE)
                .until(() -> !site.rows.one("select leased_until from outbox").equals(first));
        answer.countDown();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
    }

    @Test
    void aLeaseThatRanOutLeadsToUnknownAndNeverBackToPending() {
        Kind kind = site.kind("plc", "plc", WAIT, AT_ONCE);
        site.insert("plc", EffectState.PENDING);
        site.rows.execute("update outbox set due_at = now()");
        claimAsIfTheWorkerDied(kind);
        FarSide plc = FarSide.confirming();

        site.start("plc", plc);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("unknown"));
        assertThat(site.rows.one("select due_at from outbox")).isEqualTo("null");
        assertThat(plc.seen).isEmpty();
    }

    private void claimAsIfTheWorkerDied(Kind kind) {
        try {
            EffectStore store = new EffectStore(site.database.dataSource(), EffectFixture.BYTES_AS_TEXT);
            assertThat(store.claim(kind, new Claims.Terms("plc", "dead", 1), 1).claims())
                    .hasSize(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("E-53")
    void twoNodesDeliverEachEffectWithoutASecondRecordedSuccess() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);
        site.secondNode().start(EffectFixture.terms("erp"), erp);

        for (int i = 1; i <= 300; i++) {
            site.record(trip("T" + i).wanting(plan("erp-posting")).arrival());
        }

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.rows.count("outbox where state = 'delivered'"))
                .isEqualTo(300));
        Map<String, Integer> times = new HashMap<>();
        erp.keys().forEach(key -> times.merge(key, 1, Integer::sum));
        assertThat(times).hasSize(300);
        assertThat(times.values()).containsOnly(1);
        assertThat(site.rows.count("attempt where outcome = 'DELIVERED'")).isEqualTo(300);
        assertThat(site.rows.count("attempt")).isEqualTo(300);
    }

    @Test
    void anotherNodeHearsThatSomethingIsDueWithoutPolling() throws Exception {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = FarSide.confirming();
        // It polls so rarely that only a word from the first node can wake it.
        Channel there = site.secondNode().start(ChannelTerms.of("erp").withTimes(30_000, 3_600_000, 300_000), erp);
        await().atMost(PATIENCE)
                .until(() -> site.rows.count("pg_stat_activity where query = 'listen plantgate_effects'"
                                + " or query like 'select pg_notify%'")
                        > 0);

        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            site.effects.planned(Set.of("erp-posting"));
            if (site.rows.count("outbox") == 0) {
                site.record(trip("T1").wanting(plan("erp-posting")).arrival());
            }
            assertThat(site.states()).containsExactly("delivered");
        });
        assertThat(there.underWay()).isZero();
    }
}
