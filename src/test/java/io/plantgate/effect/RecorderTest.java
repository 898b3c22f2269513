package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What is said of an outcome whose recording failed on the way. */
class RecorderTest {

    private static final long LEASE_MILLIS = 600_000;

    private final EffectFixture site = new EffectFixture();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final LosingCommits database = new LosingCommits(site.pool("recorder"));
    private final EffectStore store = new EffectStore(database, EffectFixture.BYTES_AS_TEXT);
    private final Reports reports = new Reports(store, (kind, lane, state) -> {
        throw new IllegalStateException("as tested");
    });
    private Kind kind;
    private Recorder recorder;

    @BeforeEach
    void start() {
        kind = site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        recorder = new Recorder("erp", store, reports, new Recorder.Listener() {
            @Override
            public void over(Ended ended, boolean inTime) {
                heard.add(ended.claim().attemptNo() + (inTime ? " in time" : " late"));
            }

            @Override
            public void moreDue() {
                heard.add("more due");
            }
        });
    }

    @AfterEach
    void close() throws Exception {
        recorder.close(10_000);
        site.close();
    }

    @Test
    void anOutcomeThatWasCommittedAlthoughNobodySaidSoIsNotCalledLate() throws Exception {
        Claim claim = claim(LEASE_MILLIS);
        database.toLose.set(1);

        recorder.add(ended(claim, new Outcome.Delivered("DOC", Answer.NONE)));

        soon(() -> assertThat(heard).containsExactly("1 in time"));
        assertThat(site.states()).containsExactly("delivered");
        assertThat(site.rows.list("select outcome from attempt")).containsExactly("DELIVERED");
    }

    @Test
    void anOutcomeThatLostItsLeaseBeforeItCouldBeRecordedIsLateHoweverOftenItIsTried() throws Exception {
        Claim claim = claim(1);
        soon(() ->
                assertThat(store.endRunOut("erp", kind, 1, List.of(), reports)).hasSize(1));
        database.toLose.set(1);

        recorder.add(ended(claim, new Outcome.Delivered("DOC", Answer.NONE)));

        soon(() -> assertThat(heard).containsExactly("1 late"));
        assertThat(site.rows.list("select outcome from attempt")).containsExactly("UNKNOWN");
    }

    @Test
    void whatFollowsFromAReportMayFailAndTheOutcomeIsRecordedNevertheless() throws Exception {
        Claim claim = claim(LEASE_MILLIS);
        reports.report("erp", "M1", new Outcome.Delivered("M1", Answer.NONE));

        recorder.add(ended(claim, new Outcome.Accepted(List.of("M1"), null, Answer.NONE)));

        soon(() -> assertThat(heard).containsExactly("1 in time"));
        assertThat(site.states()).containsExactly("delivered");
    }

    @Test
    void noLeaseIsTakenForLostBeforeItsOwnerCouldComeBackToAServerThatWasAway() throws Exception {
        claim(1);
        long longerThanTheServerHasRun = Duration.ofDays(10_000).toMillis();
        soon(() -> assertThat(site.rows.one("select leased_until < clock_timestamp() from outbox"))
                .isEqualTo("t"));

        assertThat(store.endRunOut("erp", kind, longerThanTheServerHasRun, List.of(), reports))
                .isEmpty();
        soon(() ->
                assertThat(store.endRunOut("erp", kind, 1, List.of(), reports)).hasSize(1));
    }

    private Claim claim(long leaseMillis) throws SQLException {
        site.record(trip("T1").wanting(plan("erp-posting")).arrival());
        return store.claim(kind, new Claims.Terms("erp", "node", leaseMillis), 1)
                .claims()
                .get(0);
    }

    private static Ended ended(Claim claim, Outcome outcome) {
        return new Ended(
                claim,
                outcome,
                Consequence.of(claim, outcome, true, new Random(1)),
                new byte[] {1},
                Duration.ofMillis(5));
    }

    private static void soon(org.awaitility.core.ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(assertion);
    }

    /** Commits, and then says that the connection broke. */
    private static final class LosingCommits extends DelegatingDataSource {

        final AtomicInteger toLose = new AtomicInteger();

        LosingCommits(DataSource real) {
            super(real);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection real = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        Object result = invoke(real, method, arguments);
                        boolean recording = Thread.currentThread().getName().startsWith("effect-record-");
                        if (method.getName().equals("commit") && recording && toLose.getAndDecrement() > 0) {
                            throw new SQLException("the connection broke, as tested", "08006");
                        }
                        return result;
                    });
        }

        private static Object invoke(Connection real, java.lang.reflect.Method method, Object[] arguments)
                throws Throwable {
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
