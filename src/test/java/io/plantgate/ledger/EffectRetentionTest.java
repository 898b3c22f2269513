package io.plantgate.ledger;

import static io.plantgate.ledger.Verdict.CONFLICT;
import static io.plantgate.ledger.Verdict.DUPLICATE;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.event.Arrival;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Months of effects are given up; how many ended how is not, and no event plans one again. */
class EffectRetentionTest {

    private static final RetentionSettings TWO_MONTHS = new RetentionSettings(0, 0, 2);
    private static final RetentionSettings BOTH = new RetentionSettings(2, 0, 2);
    private static final YearMonth OLD = YearMonth.now(ZoneOffset.UTC).minusMonths(3);
    private static final YearMonth OLDER = OLD.minusMonths(2);
    private static final String COUNTS =
            "select kind, state, effects, attempts from effect_counts order by kind, state";
    private static final EffectPlan POSTING =
            new EffectPlan("erp", "v1", "erp-posting", On.CANONICAL, Policy.PLAN, Policy.PLAN);
    private static final EffectPlan NOTE = new EffectPlan("tell", "v1", "note", On.CONFLICT, Policy.PLAN, Policy.PLAN);

    private final LedgerFixture fixture = new LedgerFixture();
    private final FaultyDataSource faulty = new FaultyDataSource(fixture.database.dataSource());
    private final Aging aging = new Aging(fixture.rows);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void effectsThatHaveEndedGoWithTheirAttemptsAndTheirCountsStay() throws SQLException {
        fixture.record(wanting("T1"), wanting("T2"), wanting("T3"));
        aging.effects(OLD);
        end("delivered");
        fixture.rows.execute(
                "update outbox set state = 'expired' where canonical_id = (select max(canonical_id) from outbox)");

        assertThat(run()).isEqualTo(new Ended(List.of(), List.of(OLD), 0));

        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting delivered 2 4", "erp-posting expired 1 2");
        for (String table : new String[] {"outbox", "attempt", "attempt_part"}) {
            assertThat(fixture.rows.count(table)).as(table).isZero();
            assertThat(fixture.rows.one("select to_regclass('" + Partitions.name(table, OLD) + "')"))
                    .isEqualTo("null");
        }
        assertThat(fixture.rows.count("arrival")).isEqualTo(3);
        fixture.recordOne(wanting("T4"));
        end("delivered");
        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting delivered 3 4", "erp-posting expired 1 2");
    }

    @Test
    void neitherACopyNorAContradictionThatWasSeenPlansAnEffectAgain() throws SQLException {
        Arrival first = trip("T1").wanting(POSTING).wanting(NOTE).arrival();
        Arrival other =
                trip("T1").saying("otherwise").wanting(POSTING).wanting(NOTE).arrival();
        fixture.record(first, other);
        assertThat(fixture.rows.count("outbox")).isEqualTo(2);
        aging.effects(OLD);
        end("delivered");

        run();

        assertThat(fixture.verdicts(first, other)).containsExactly(DUPLICATE, CONFLICT);
        assertThat(fixture.rows.count("outbox")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"held", "pending", "in_flight", "accepted", "unknown", "rejected", "abandoned"})
    void aMonthStaysForTheSakeOfOneEffectThatIsOpenOrThatNobodyHasAnswered(String state) throws SQLException {
        fixture.record(wanting("T1"), wanting("T2"));
        aging.effects(OLD);
        end("delivered");
        fixture.rows.execute(
                "update outbox set state = '" + state + "' where effect_id = (select max(effect_id) from outbox)");
        Retention retention = new Retention(faulty, TWO_MONTHS);

        assertThat(retention.run()).isEqualTo(Ended.NOTHING);

        assertThat(retention.heldEffects().get(OLD)).contains("not settled");
        assertThat(fixture.rows.count("effect_month")).isZero();
        assertThat(fixture.rows.count("attempt")).isEqualTo(4);
    }

    @Test
    void aRefusedEffectThatAPersonHasAnsweredHoldsNothing() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.effects(OLD);
        end("rejected");
        move("unknown", "rejected", "now() - interval '3 hours'");

        assertThat(run().effectMonths()).containsExactly(OLD);

        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting rejected 1 2");
        assertThat(fixture.rows.one("select moved_by from effect_move"))
                .as("the word of a person outlives the effect")
                .isEqualTo("jo");
    }

    @Test
    void anEffectThatAPersonTriesAgainAfterItWasCountedIsKeptAndCountedAsItEnds() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.effects(OLD);
        end("expired");
        faulty.nextCommit.set(AtCommit.LOSES_ITS_ANSWER);
        assertThatThrownBy(this::run).isInstanceOf(SQLException.class);
        assertThat(fixture.rows.one("select state from effect_month")).isEqualTo("ROLLED_UP");

        end("pending");
        move("expired", "pending", "now()");

        assertThat(run()).isEqualTo(Ended.NOTHING);
        assertThat(run()).as("it is open").isEqualTo(Ended.NOTHING);
        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting pending 1 2");
        end("delivered");
        fixture.rows.execute("update effect_move set moved_at = moved_at - interval '3 hours'");
        assertThat(run().effectMonths()).containsExactly(OLD);
        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting delivered 1 2");
    }

    @Test
    void aRunThatIsCutAroundAnyOfItsCommitsIsGoneOnWithAndNothingIsCountedTwice() throws SQLException {
        fixture.record(wanting("T1"), wanting("T2"));
        aging.effects(OLD);
        end("delivered");
        List<String> states = new ArrayList<>();

        for (int step = 0; step < 3; step++) {
            for (AtCommit cut : List.of(AtCommit.IS_LOST, AtCommit.LOSES_ITS_ANSWER)) {
                faulty.nextCommit.set(cut);
                assertThatThrownBy(this::run).isInstanceOf(SQLException.class);
                states.addAll(fixture.rows.list("select state from effect_month"));
                assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting delivered 2 4");
            }
        }

        assertThat(states).containsExactly("ROLLED_UP", "ROLLED_UP", "DETACHED", "DETACHED", "DROPPED");
        assertThat(run()).isEqualTo(Ended.NOTHING);
    }

    @Test
    void arrivalsWaitForTheEffectsOfTheirMonthAndGoInTheSameRun() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.arrivals(OLD);
        aging.effects(OLD);
        end("unknown");
        Retention retention = new Retention(faulty, BOTH);

        assertThat(retention.run()).isEqualTo(Ended.NOTHING);
        assertThat(retention.held()).containsKey(OLD);
        assertThat(retention.heldEffects()).containsKey(OLD);

        end("delivered");
        assertThat(retention.run()).isEqualTo(new Ended(List.of(OLD), List.of(OLD), 0));
        assertThat(retention.held()).doesNotContainKey(OLD);
        assertThat(retention.heldEffects()).doesNotContainKey(OLD);
    }

    @Test
    void aMonthWithAttemptsOfAnOlderEffectThatIsKeptStays() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.effects(OLDER);
        end("unknown");
        Retention retention = new Retention(faulty, TWO_MONTHS);

        assertThat(retention.run()).isEqualTo(Ended.NOTHING);

        assertThat(retention.heldEffects().get(OLDER.plusMonths(1)))
                .contains("attempts of an effect of an older month");
        end("delivered");
        assertThat(retention.run().effectMonths()).containsExactly(OLDER, OLDER.plusMonths(1));
        assertThat(fixture.rows.list(COUNTS)).containsExactly("erp-posting delivered 1 2");
    }

    @Test
    void aMonthFromBeforeThereWereAttemptsGoesAsWell() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.effects(OLD);
        fixture.rows.execute("drop table " + Partitions.name("attempt", OLD));
        fixture.rows.execute("drop table " + Partitions.name("attempt_part", OLD));
        end("delivered");

        assertThat(run().effectMonths()).containsExactly(OLD);

        assertThat(fixture.rows.count("outbox")).isZero();
    }

    @Test
    void whoReadsEffectsHoldsUpTheMonthAndNotThePlanning() throws SQLException {
        fixture.recordOne(wanting("T1"));
        aging.effects(OLD);
        end("delivered");
        Retention retention = new Retention(faulty, TWO_MONTHS);
        try (Connection reader = fixture.database.dataSource().getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("select count(*) from outbox");

            assertThat(retention.run().effectMonths()).doesNotContain(OLD);

            assertThat(retention.heldEffects().get(OLD)).contains("without a pause");
            fixture.recordOne(wanting("T2"));
            reader.rollback();
            reader.setAutoCommit(true);
        }
        assertThat(retention.run().effectMonths()).contains(OLD);
        assertThat(fixture.rows.list(COUNTS)).contains("erp-posting delivered 1 2");
    }

    private static Arrival wanting(String transitionId) {
        return trip(transitionId).wanting(POSTING).arrival();
    }

    private void end(String state) {
        fixture.rows.execute("update outbox set due_at = null, settled_at = now(), state = '" + state + "'");
    }

    private void move(String from, String to, String at) {
        fixture.rows.execute(
                "insert into effect_move (effect_id, moved_at, action, from_state, to_state, moved_by, reason)"
                        + " select effect_id, " + at + ", 'settle', '" + from + "', '" + to
                        + "', 'jo', 'seen' from outbox");
    }

    private Ended run() throws SQLException {
        return new Retention(faulty, TWO_MONTHS).run();
    }
}
