package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What a channel is like after its database, its machine or a step of its own failed for a while. */
class ChannelFailuresTest {

    private static final Outcome FAILURE = new Outcome.NotDone("refused", null, true, Answer.NONE);

    private final EffectFixture site = new EffectFixture();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        end.countDown();
        site.close();
    }

    @Test
    void aHalfOpenCircuitWhoseClaimsFailedLetsOutAgainWhenTheDatabaseIsBack() throws Exception {
        Failing database = new Failing();
        Effects node = site.node("node-2", database);
        site.kind(
                "erp-posting",
                "erp",
                WITH_KEY,
                new RetrySchedule(Duration.ofMillis(50), 1, Duration.ofMillis(50), 1_000));
        FarSide erp = new FarSide(effect -> FAILURE);
        Channel channel = node.start(EffectFixture.terms("erp").withCircuit(new ChannelTerms.Circuit(50, 5, 300)), erp);
        for (int i = 0; i < 10; i++) {
            site.record(trip("T" + i).wanting(plan("erp-posting")).arrival());
        }
        eventually(() -> assertThat(channel.gate().state()).isEqualTo(CircuitBreaker.State.OPEN));

        database.away = new SQLException("away", "08006");
        eventually(() -> assertThat(channel.gate().state()).isEqualTo(CircuitBreaker.State.HALF_OPEN));
        int failed = database.failures.get();
        eventually(() -> assertThat(database.failures.get()).isGreaterThan(failed + 10));
        erp.from(FarSide::confirmed);
        database.away = null;

        eventually(() -> assertThat(site.states()).hasSize(10).containsOnly("delivered"));
    }

    @Test
    void errorsOfTheMachineEndNoThreadOfAChannel() throws Exception {
        Failing database = new Failing();
        Effects node = site.node("node-2", database);
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        FarSide erp = new FarSide(effect -> {
            DeliveryTest.awaitUninterruptibly(end);
            return FarSide.confirmed(effect);
        });
        Channel channel = node.start(EffectFixture.terms("erp").withTimes(3_000, 20, 300_000), erp);
        site.record(trip("first").wanting(plan("erp-posting")).arrival());
        eventually(() -> assertThat(erp.seen).hasSize(1));

        database.away = new OutOfMemoryError("as tested");
        eventually(() -> assertThat(database.threads).contains("effect-claim-erp", "effect-lease-erp"));
        end.countDown();
        eventually(() -> assertThat(database.threads).contains("effect-record-erp"));
        assertThat(channel.trouble()).contains("cannot be recorded");
        database.away = null;
        site.record(trip("second").wanting(plan("erp-posting")).arrival());

        eventually(() -> assertThat(site.states()).containsExactly("delivered", "delivered"));
        assertThat(channel.trouble()).isNull();
    }

    @Test
    @Tag("I10")
    void whatIsClaimedBesideOneThatIsTooOldIsSentEvenIfItsLaneCannotBeReleasedNow() throws Exception {
        Failing database = new Failing();
        Effects node = site.node("node-2", database);
        site.laned(site.aged(site.kind("sms", "sms", WAIT, AT_ONCE), Duration.ofHours(1)), Lane.DEVICE);
        site.record(trip("old").at("PUMP-07/Trip").wanting(plan("sms")).arrival());
        site.record(trip("new")
                .at("PUMP-08/Trip")
                .arrivingNow()
                .wanting(plan("sms"))
                .arrival());
        database.failingSteps = Set.of("expired");

        node.start(EffectFixture.terms("sms"), FarSide.confirming());

        eventually(() -> assertThat(site.states()).containsExactly("expired", "delivered"));
        assertThat(database.failures.get()).isPositive();
    }

    @Test
    void whatOnlyWaitsToBeRecordedIsNotTakenForLostByItsOwnNode() throws Exception {
        Failing database = new Failing();
        Effects node = site.node("node-2", database);
        Kind kind = site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        database.failingSteps = Set.of("record", "renew");
        FarSide erp = FarSide.confirming();
        node.start(EffectFixture.terms("erp").withTimes(200, 20, 1), erp);
        site.record(trip("answered").wanting(plan("erp-posting")).arrival());
        eventually(() -> assertThat(database.failures.get()).isPositive());
        eventually(() -> assertThat(site.rows.one("select leased_until < clock_timestamp() from outbox"))
                .isEqualTo("t"));

        // What a dead worker holds shows that this node has looked since.
        claimAsIfTheWorkerDied(kind);
        eventually(() -> assertThat(site.states()).containsExactly("in_flight", "unknown"));
        database.failingSteps = Set.of();

        eventually(() -> assertThat(site.states()).containsExactly("delivered", "unknown"));
        assertThat(erp.seen).hasSize(1);
    }

    private void claimAsIfTheWorkerDied(Kind kind) throws SQLException {
        site.insert(kind.name(), EffectState.PENDING);
        site.rows.execute("update outbox set state = 'in_flight', attempts = 1, attempt_id = nextval('attempt_id_seq'),"
                + " leased_until = now() where state = 'pending'");
        site.rows.execute(
                "insert into attempt (attempt_id, claimed_at, effect_id, planned_at, attempt_no, kind_version, repeat,"
                        + " purpose, channel, worker) select attempt_id, now(), effect_id, planned_at, 1, (select max(kind_version)"
                        + " from effect_kind_version), false, 'SEND', 'erp', 'dead' from outbox where worker is null");
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(assertion);
    }

    /** The database of a node, which fails when told to. */
    private final class Failing extends DelegatingDataSource {

        private final AtomicInteger failures = new AtomicInteger();
        private final Set<String> threads = ConcurrentHashMap.newKeySet();
        private volatile Throwable away;
        private volatile Set<String> failingSteps = Set.of();

        Failing() {
            super(site.pool("node-2"));
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (away instanceof Error error) {
                failed();
                throw error;
            }
            if (away instanceof SQLException || isWithinAFailingStep()) {
                failed();
                throw new SQLException("away, as tested", "08006");
            }
            return super.getConnection();
        }

        private void failed() {
            failures.incrementAndGet();
            threads.add(Thread.currentThread().getName());
        }

        private boolean isWithinAFailingStep() {
            Set<String> failing = failingSteps;
            return StackWalker.getInstance()
                    .walk(frames -> frames.anyMatch(frame -> failing.contains(frame.getMethodName())));
        }
    }
}
