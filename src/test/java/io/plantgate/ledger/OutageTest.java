package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.ReasonCode;
import io.plantgate.ledger.FaultyDataSource.AtCommit;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OutageTest {

    private static final EffectPlan POSTING =
            new EffectPlan("post", "v1", "erp", On.CANONICAL, Policy.PLAN, Policy.PLAN);

    private final TestDatabase database = TestDatabase.fresh();
    private final FaultyDataSource line = new FaultyDataSource(database.dataSource());
    private final Rows rows = new Rows(database.dataSource());
    private final PostgresLedger ledger = open(LedgerSettings.defaults("node-1"));

    private PostgresLedger open(LedgerSettings settings) {
        try {
            return PostgresLedger.open(line, LedgerFixture.NEVER_READABLE, settings);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        line.refusing = false;
        ledger.close();
        database.close();
    }

    @Test
    @Tag("E-50")
    void whilePostgresIsAwayNothingIsToldAndAfterwardsEverythingIsThere() throws Exception {
        LedgerFixture.record(ledger, trip("T0").arrival());
        line.refusing = true;
        List<CompletableFuture<List<Decision>>> waiting = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            waiting.add(ledger.offer(Unit.of(trip("T" + i).arrival())).orElseThrow());
        }
        await().until(() -> line.refusals.get() >= 3);

        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(ledger.healthy()).isFalse();

        line.refusing = false;
        for (CompletableFuture<List<Decision>> decisions : waiting) {
            assertThat(decisions.get(30, TimeUnit.SECONDS).get(0).verdict()).isEqualTo(Verdict.CANONICAL);
        }
        assertThat(rows.count("arrival")).isEqualTo(51);
        assertThat(ledger.healthy()).isTrue();
    }

    @Test
    void aFullQueueRefusesNewWorkAndKeepsWhatItHas() throws Exception {
        PostgresLedger small =
                open(LedgerSettings.defaults("node-2").withShards(1).withBounds(10, 10));
        line.refusing = true;
        int taken = 0;
        Optional<CompletableFuture<List<Decision>>> last;
        List<CompletableFuture<List<Decision>>> waiting = new ArrayList<>();
        while ((last = small.offer(Unit.of(trip("T" + taken).arrival()))).isPresent() && taken < 100) {
            waiting.add(last.get());
            taken++;
        }

        assertThat(taken).isBetween(10, 20);
        line.refusing = false;
        for (CompletableFuture<List<Decision>> decisions : waiting) {
            decisions.get(30, TimeUnit.SECONDS);
        }
        assertThat(rows.count("arrival")).isEqualTo(taken);
        small.close();
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundAndNotRepeated() throws Exception {
        line.nextCommit.set(AtCommit.LOSES_ITS_ANSWER);
        List<Decision> decisions = LedgerFixture.record(
                ledger, trip("T1").wanting(POSTING).arrival(), trip("T1").arrival());

        assertThat(decisions).extracting(Decision::verdict).containsExactly(Verdict.CANONICAL, Verdict.DUPLICATE);
        assertThat(rows.one("select (select count(*) from arrival), (select count(*) from identity),"
                        + " (select count(*) from outbox)"))
                .isEqualTo("2 1 1");
    }

    @Test
    void aCommitThatNeverArrivedIsRepeated() throws Exception {
        line.nextCommit.set(AtCommit.IS_LOST);
        List<Decision> decisions =
                LedgerFixture.record(ledger, trip("T1").wanting(POSTING).arrival());

        assertThat(decisions).extracting(Decision::verdict).containsExactly(Verdict.CANONICAL);
        assertThat(rows.one("select (select count(*) from arrival), (select count(*) from outbox)"))
                .isEqualTo("1 1");
    }

    @Test
    void generationsOpenedByALostCommitAreNotRemembered() {
        LedgerFixture.record(ledger, trip("T1").ofBoot("B17").arrival());
        line.nextCommit.set(AtCommit.IS_LOST);
        LedgerFixture.record(ledger, trip("T1").ofBoot("B18").arrival());

        assertThat(rows.list("select boot_id from boot_generation order by generation_no"))
                .containsExactly("B17", "B18");
        assertThat(((Decision.Canonical) LedgerFixture.record(
                                        ledger, trip("T2").ofBoot("B17").arrival())
                                .get(0))
                        .late())
                .isTrue();
    }

    @Test
    void theArrivalThatPostgresRefusesIsQuarantinedAloneAndItsNeighboursAreDecided() {
        rows.execute("create function refuse() returns trigger language plpgsql as $$ begin"
                + " if new.transition_id = 'POISON' then raise exception 'no' using errcode = '22000'; end if;"
                + " return new; end $$");
        rows.execute("create trigger refuse before insert on identity for each row execute function refuse()");
        List<Decision> decisions = LedgerFixture.record(
                ledger,
                trip("T1").arrival(),
                trip("T2").arrival(),
                trip("POISON").arrival(),
                trip("T3").arrival(),
                trip("T1").arrival());

        assertThat(decisions)
                .extracting(Decision::verdict)
                .containsExactly(
                        Verdict.CANONICAL,
                        Verdict.CANONICAL,
                        Verdict.QUARANTINED,
                        Verdict.CANONICAL,
                        Verdict.DUPLICATE);
        assertThat(((Decision.Quarantined) decisions.get(2)).reason().code()).isEqualTo(ReasonCode.REFUSED_BY_DATABASE);
        assertThat(rows.count("arrival")).isEqualTo(5);
    }

    @Test
    void manyUnitsAroundAPoisonedOneAreAllDecided() throws Exception {
        rows.execute("create function refuse() returns trigger language plpgsql as $$ begin"
                + " if new.transition_id = 'POISON' then raise exception 'no' using errcode = '22000'; end if;"
                + " return new; end $$");
        rows.execute("create trigger refuse before insert on identity for each row execute function refuse()");
        line.refusing = true;
        List<CompletableFuture<List<Decision>>> waiting = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(ledger.offer(Unit.of(trip(i == 17 ? "POISON" : "T" + i).arrival()))
                    .orElseThrow());
        }
        line.refusing = false;

        for (int i = 0; i < 40; i++) {
            assertThat(waiting.get(i).get(30, TimeUnit.SECONDS).get(0).verdict())
                    .isEqualTo(i == 17 ? Verdict.QUARANTINED : Verdict.CANONICAL);
        }
    }

    @Test
    void aRolledBackOpeningDoesNotHideWhatAnotherNodeOpensMeanwhile() throws Exception {
        LedgerFixture.record(ledger, trip("T1").at("D1/Trip").ofBoot("B1").arrival());
        try (PostgresLedger other = PostgresLedger.open(
                database.dataSource(), LedgerFixture.NEVER_READABLE, LedgerSettings.defaults("node-2"))) {
            // This node's opening takes the next number and is lost with its commit; the other node takes that number.
            line.beforeLosingCommit(() -> LedgerFixture.record(
                    other, trip("T1").at("D1/Trip").ofBoot("B2").arrival()));
            LedgerFixture.record(ledger, trip("T1").at("D2/Trip").ofBoot("B1").arrival());
        }

        assertThat(LedgerFixture.record(
                        ledger, trip("T2").at("D1/Trip").ofBoot("B1").arrival()))
                .singleElement()
                .isInstanceOfSatisfying(Decision.Canonical.class, decision -> assertThat(decision.late())
                        .isTrue());
    }

    @Test
    void aDetachedPartitionIsAttachedAgainAndTheBatchGoesThrough() throws Exception {
        LedgerFixture.record(ledger, trip("T1").arrival());
        String partition = rows.one("select tableoid::regclass from arrival");
        rows.execute("alter table arrival detach partition " + partition);

        LedgerFixture.record(ledger, trip("T2").arrival());

        assertThat(rows.count("arrival")).isEqualTo(2);
    }

    @Test
    void aMissingPartitionIsMadeAndTheBatchGoesThrough() throws Exception {
        for (String partition :
                rows.list("select inhrelid::regclass from pg_inherits where inhparent = 'arrival'::regclass")) {
            rows.execute("drop table " + partition);
        }
        assertThat(ledger.partitionsAhead()).isZero();

        assertThat(LedgerFixture.record(ledger, trip("T1").arrival())).hasSize(1);
        assertThat(ledger.partitionsAhead()).isEqualTo(2);
    }

    @Test
    void aLedgerThatStopsInAnOutageTellsItsSendersThatNothingIsSure() throws Exception {
        PostgresLedger stopping = open(new LedgerSettings(
                "node-3", 1, 2000, 8L << 20, 1000, 10, 20_000, 64L << 20, 500, 4, 10, 50, 1, 1, 1000, 10, 1));
        line.refusing = true;
        CompletableFuture<List<Decision>> decisions =
                stopping.offer(Unit.of(trip("T1").arrival())).orElseThrow();
        await().until(() -> line.refusals.get() > 0);
        stopping.close();

        assertThatThrownBy(() -> decisions.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LedgerStoppedException.class);
    }

    @Test
    void aChunkIsNeverRecordedTwice() throws Exception {
        Unit.Chunk chunk = new Unit.Chunk(7, 0, List.of(1L, 2L));
        Unit unit =
                Unit.ofImport("file", List.of(trip("T1").arrival(), trip("T2").arrival()), chunk);

        assertThat(LedgerFixture.get(ledger, unit)).hasSize(2);
        assertThat(LedgerFixture.get(ledger, unit)).isEmpty();
        assertThat(rows.one("select rows, canonical, duplicate from import_chunk"))
                .isEqualTo("2 2 0");
        assertThat(rows.list("select import_row from arrival order by 1")).containsExactly("1", "2");
    }

    @Test
    @Tag("E-42")
    void aCompletedArrivalIsJudgedWithItsOwnIdAndOnlyOnce() throws Exception {
        long kept =
                LedgerFixture.record(ledger, trip("T22").withoutBoot()).get(0).arrivalId();
        Unit completion = Unit.ofCompletion(
                trip("T22").ofBoot("B18").arrival(),
                new Unit.Completion(kept, "olga", "the restart was seen in the log", "{\"bootId\":\"B18\"}"));

        assertThat(LedgerFixture.get(ledger, completion))
                .singleElement()
                .isInstanceOfSatisfying(Decision.Canonical.class, decision -> assertThat(decision.arrivalId())
                        .isEqualTo(kept));
        assertThatThrownBy(() -> ledger.put(completion).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(AlreadyCompletedException.class);
        assertThat(rows.one("select decision from arrival")).isEqualTo("INCOMPLETE");
        assertThat(rows.one("select decision, canonical_id, completed_by from completion"))
                .isEqualTo("CANONICAL " + kept + " olga");
        assertThat(rows.one("select canonical_id, completed from canonical_event"))
                .isEqualTo(kept + " t");
        assertThat(rows.count("incomplete_list")).isZero();
    }
}
