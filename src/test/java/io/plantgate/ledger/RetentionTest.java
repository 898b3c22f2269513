package io.plantgate.ledger;

import static io.plantgate.ledger.Verdict.CANONICAL;
import static io.plantgate.ledger.Verdict.CONFLICT;
import static io.plantgate.ledger.Verdict.DUPLICATE;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.ledger.FaultyDataSource.AtCommit;
import io.plantgate.ledger.Retention.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Months of arrivals are given up; what is known of their events is not. */
class RetentionTest {

    private static final RetentionSettings TWO_MONTHS = new RetentionSettings(2, 0, 0);
    private static final YearMonth OLD = YearMonth.now(ZoneOffset.UTC).minusMonths(5);
    private static final String SUMMARY = "select transition_id, duplicate_count, conflict_count,"
            + " first_arrival at time zone 'UTC', last_arrival at time zone 'UTC'"
            + " from canonical_summary order by transition_id";

    private final LedgerFixture fixture = new LedgerFixture();
    private final FaultyDataSource faulty = new FaultyDataSource(fixture.database.dataSource());

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aLateCopyOfAnEventWhoseArrivalIsGivenUpIsStillADuplicateAndOtherContentAConflict() throws SQLException {
        Decision first = fixture.recordOne(trip("T1").arrival());
        age(OLD);

        assertThat(run()).isEqualTo(new Ended(List.of(OLD), List.of(), 0));

        assertThat(fixture.rows.count("arrival")).isZero();
        assertThat(fixture.rows.one("select to_regclass('" + Partitions.name("arrival", OLD) + "')"))
                .isEqualTo("null");
        Decision copy = fixture.recordOne(trip("T1").arrivingAt("09:00:00").arrival());
        assertThat(copy).isInstanceOf(Decision.Duplicate.class);
        assertThat(((Decision.Duplicate) copy).canonicalId()).isEqualTo(first.arrivalId());
        assertThat(fixture.verdicts(
                        trip("T1").saying("otherwise").arrival(), trip("T2").arrival()))
                .containsExactly(CONFLICT, CANONICAL);
    }

    @Test
    void countsAndFirstAndLastArrivalAreTheSameAsBeforeAndGrowWithWhatComesLater() throws SQLException {
        recordRepeats();
        settleConflicts();
        age(OLD);
        List<String> before = fixture.rows.list(SUMMARY);
        assertThat(before)
                .containsExactly(
                        "T1 2 1 2026-03-02 00:00:11 2026-03-02 00:00:15",
                        "T2 0 0 2026-03-02 00:00:12.18 2026-03-02 00:00:12.18");

        run();

        assertThat(fixture.rows.list(SUMMARY)).isEqualTo(before);
        assertThat(fixture.rows.count("arrival_rollup"))
                .as("only what was repeated needs counts")
                .isEqualTo(1);
        fixture.recordOne(trip("T1").arrivingAt("10:00:00").arrival());
        assertThat(fixture.rows.list(SUMMARY)).startsWith("T1 3 1 2026-03-02 00:00:11 2026-03-02 10:00:00");
    }

    @Test
    void aRunThatIsCutAroundAnyOfItsCommitsIsGoneOnWithAndNothingIsCountedTwice() throws SQLException {
        fixture.record(trip("T1").arrival(), trip("T1").arrivingAt("08:00:00").arrival());
        age(OLD);
        List<String> before = fixture.rows.list(SUMMARY);
        List<String> states = new ArrayList<>();

        for (int step = 0; step < 3; step++) {
            for (AtCommit cut : List.of(AtCommit.IS_LOST, AtCommit.LOSES_ITS_ANSWER)) {
                faulty.nextCommit.set(cut);
                assertThatThrownBy(this::run).isInstanceOf(SQLException.class);
                states.addAll(fixture.rows.list("select state from retention_month"));
                assertThat(fixture.rows.list(SUMMARY)).isEqualTo(before);
            }
        }

        assertThat(states).containsExactly("ROLLED_UP", "ROLLED_UP", "DETACHED", "DETACHED", "DROPPED");
        assertThat(run()).isEqualTo(Ended.NOTHING);
        assertThat(fixture.rows.count("arrival")).isZero();
    }

    @Test
    void aMonthIsCountedInPiecesAndEachEventInOneOfThem() throws SQLException {
        recordRepeats();
        fixture.record(trip("T3").arrival(), trip("T3").arrivingAt("00:00:20").arrival());
        fixture.record(trip("T4").arrival(), trip("T4").arrivingAt("00:00:21").arrival());
        settleConflicts();
        age(OLD);
        List<String> before = fixture.rows.list(SUMMARY);
        List<String> counted = new ArrayList<>();

        for (AtCommit cut : List.of(AtCommit.LOSES_ITS_ANSWER, AtCommit.IS_LOST, AtCommit.LOSES_ITS_ANSWER)) {
            faulty.nextCommit.set(cut);
            assertThatThrownBy(() -> new Retention(faulty, TWO_MONTHS, 2).run()).isInstanceOf(SQLException.class);
            counted.add(fixture.rows.one("select state from retention_month") + " "
                    + fixture.rows.list(
                            "select duplicate_count + conflict_count from arrival_rollup order by canonical_id"));
            assertThat(fixture.rows.list(SUMMARY)).isEqualTo(before);
        }

        assertThat(counted).containsExactly("COUNTING [3]", "COUNTING [3]", "COUNTING [3, 1, 1]");
        assertThat(new Retention(faulty, TWO_MONTHS, 2).run().months()).containsExactly(OLD);
        assertThat(fixture.rows.list(SUMMARY)).isEqualTo(before);
    }

    @Test
    void whoIsToStopWhileAMonthIsCountedLeavesItToTheNext() throws SQLException {
        recordRepeats();
        fixture.record(trip("T3").arrival(), trip("T3").arrivingAt("00:00:20").arrival());
        settleConflicts();
        age(OLD);
        Retention retention = new Retention(faulty, TWO_MONTHS, 1);

        retention.stop();
        assertThat(retention.run()).isEqualTo(Ended.NOTHING);

        assertThat(retention.held().get(OLD)).contains("stopped");
        assertThat(run().months()).containsExactly(OLD);
    }

    @Test
    void ofTwoNodesAtOnceOneGivesUpAMonthAndNeitherFails() throws Exception {
        fixture.record(trip("T1").arrival(), trip("T1").arrivingAt("08:00:00").arrival());
        age(OLD);
        List<String> before = fixture.rows.list(SUMMARY);
        ExecutorService nodes = Executors.newFixedThreadPool(2);
        try (HikariDataSource second = fixture.database.anotherPool()) {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Ended>> runs = new ArrayList<>();
            for (Retention node : List.of(retention(), new Retention(second, TWO_MONTHS))) {
                runs.add(nodes.submit(() -> {
                    start.await();
                    return node.run();
                }));
            }
            start.countDown();
            int months = 0;
            for (Future<Ended> run : runs) {
                months += run.get(30, TimeUnit.SECONDS).months().size();
            }
            assertThat(months).isEqualTo(1);
            assertThat(fixture.rows.list(SUMMARY)).isEqualTo(before);
        } finally {
            nodes.shutdownNow();
        }
    }

    @Test
    @Tag("E-07")
    void aMonthWithAnArrivalThatWaitsForItsIdentityStays() throws SQLException {
        Decision waiting = fixture.recordOne(trip("T1").withoutBoot());
        age(OLD);

        assertThatMonthIsHeldBecauseOf("INCOMPLETE");

        fixture.rows.execute(
                "insert into completion (arrival_id, arrival_at, decision, source_id, transition_id, boot_id, canonical_id, late,"
                        + " payload_hash, canon_version, profile_version, supplied, completed_by, reason)"
                        + " select arrival_id, arrival_at, 'CANONICAL', 1, 'T1', 'B1', arrival_id, false, 'h', 1, 1, '{}', 'jo', 'seen'"
                        + " from arrival where arrival_id = " + waiting.arrivalId());
        assertThat(run().months()).containsExactly(OLD);
        assertThat(fixture.rows.list("select arrival_id, decision from decided_arrival"))
                .as("the word of a person outlives the arrival")
                .containsExactly(waiting.arrivalId() + " CANONICAL");
    }

    @Test
    void aMonthWithAConflictThatNobodySettledStays() throws SQLException {
        recordRepeats();
        age(OLD);

        assertThatMonthIsHeldBecauseOf("conflict");

        settleConflicts();
        assertThat(run().months()).containsExactly(OLD);
    }

    @Test
    void aMonthWithAnEffectThatIsNotSettledStays() throws SQLException {
        fixture.recordOne(trip("T1")
                .wanting(new EffectPlan("erp", "v1", "erp-posting", On.CANONICAL, Policy.PLAN, Policy.PLAN))
                .arrival());
        age(OLD);

        assertThatMonthIsHeldBecauseOf("effect");

        fixture.rows.execute("update outbox set state = 'delivered', due_at = null");
        assertThat(run().months()).containsExactly(OLD);
    }

    @Test
    void whoReadsArrivalsHoldsUpTheMonthAndNotTheWriters() throws SQLException {
        fixture.recordOne(trip("T1").arrival());
        age(OLD);
        Retention retention = retention();
        try (Connection reader = fixture.database.dataSource().getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("select count(*) from arrival");

            assertThat(retention.run()).isEqualTo(Ended.NOTHING);

            assertThat(retention.held()).containsOnlyKeys(OLD);
            assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(DUPLICATE);
            reader.rollback();
            reader.setAutoCommit(true);
        }
        assertThat(retention.run().months()).containsExactly(OLD);
        assertThat(retention.held()).isEmpty();
    }

    @Test
    void aMonthIsKeptUntilAllOfItIsOver() throws SQLException {
        YearMonth justKept = YearMonth.now(ZoneOffset.UTC).minusMonths(2);
        fixture.recordOne(trip("T1").arrival());
        age(justKept);

        assertThat(run()).isEqualTo(Ended.NOTHING);
        assertThat(fixture.rows.count("arrival")).isEqualTo(1);
        assertThat(new Retention(faulty, new RetentionSettings(1, 0, 0)).run().months())
                .containsExactly(justKept);
        assertThat(new Retention(faulty, new RetentionSettings(0, 0, 0)).run()).isEqualTo(Ended.NOTHING);
    }

    @Test
    void identitiesHaveAHorizonOfTheirOwnThatIsNoShorter() throws SQLException {
        fixture.record(trip("T1").arrival(), trip("T1").arrivingAt("08:00:00").arrival());
        age(OLD);
        assertThat(new Retention(faulty, new RetentionSettings(2, 6, 0)).run())
                .isEqualTo(new Ended(List.of(OLD), List.of(), 0));

        assertThat(new Retention(faulty, new RetentionSettings(2, 4, 0)).run())
                .isEqualTo(new Ended(List.of(), List.of(), 1));

        assertThat(fixture.rows.count("arrival_rollup")).isZero();
        assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(CANONICAL);
        assertThatThrownBy(() -> new RetentionSettings(3, 2, 0)).hasMessageContaining("identity-months is 2");
        assertThatThrownBy(() -> new RetentionSettings(0, 2, 0)).hasMessageContaining("for ever");
    }

    @Test
    void anIdentityStaysAsLongAsSomethingHoldsTheArrivalsOfItsTime() throws SQLException {
        recordRepeats();
        age(OLD);

        assertThat(new Retention(faulty, new RetentionSettings(2, 2, 0)).run()).isEqualTo(Ended.NOTHING);

        assertThat(fixture.verdicts(trip("T2").arrival())).containsExactly(DUPLICATE);
    }

    private void settleConflicts() {
        fixture.rows.execute("insert into settlement (work_item_id, outcome, settled_by, reason)"
                + " select work_item_id, 'KEEP_FIRST', 'jo', 'seen' from work_item");
    }

    private void recordRepeats() {
        fixture.record(
                trip("T1").arrival(),
                trip("T1").arrivingAt("00:00:15").arrival(),
                trip("T1").arrivingAt("00:00:11").arrival(),
                trip("T1").saying("otherwise").arrivingAt("00:00:13").arrival(),
                trip("T2").arrival());
    }

    private void assertThatMonthIsHeldBecauseOf(String word) throws SQLException {
        Retention retention = retention();
        assertThat(retention.run()).isEqualTo(Ended.NOTHING);
        assertThat(retention.held()).containsOnlyKeys(OLD);
        assertThat(retention.held().get(OLD)).contains(word);
        assertThat(fixture.rows.count("retention_month")).isZero();
    }

    private Ended run() throws SQLException {
        return retention().run();
    }

    /** A new one each time: nothing but the store says how far it had come. */
    private Retention retention() {
        return new Retention(faulty, TWO_MONTHS);
    }

    /** As if all that is recorded had been recorded in the middle of another month. */
    private void age(YearMonth month) {
        String name = Partitions.name("arrival", month);
        fixture.rows.execute(
                "create table %s partition of arrival for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')"
                        .formatted(name, month, month.plusMonths(1)));
        fixture.rows.execute("update arrival set recorded_at = '" + month + "-15 00:00+00'");
        fixture.rows.execute("update identity set recorded_at = '" + month + "-15 00:00+00'");
    }
}
