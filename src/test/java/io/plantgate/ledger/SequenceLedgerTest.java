package io.plantgate.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Numbering;
import io.plantgate.event.Numbering.Evidence;
import io.plantgate.event.Numbering.Order;
import io.plantgate.event.Numbering.Restarts;
import io.plantgate.event.Numbering.Terms;
import io.plantgate.event.Payload;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.ledger.Unit.Completion;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Numbered events in the ledger's transaction: nodes, people, lost answers, changed profiles. */
class SequenceLedgerTest {

    private static final ProfileVersion DRONES = new ProfileVersion("drones", "a1".repeat(32), "drones, as tested");
    private static final EffectPlan DRAW = new EffectPlan("draw", "v1", "map", On.CANONICAL, Policy.PLAN, Policy.PLAN);

    private final LedgerFixture fixture = new LedgerFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @Tag("H01")
    void twoNodesWithTheSameEntitiesInAnyOrderAgreeOnOneFirstForEachNumber() throws Exception {
        Random random = new Random(7);
        List<CompletableFuture<List<Decision>>> told = new ArrayList<>();
        try (var pool = fixture.database.anotherPool();
                PostgresLedger other =
                        PostgresLedger.open(pool, LedgerFixture.NEVER_READABLE, LedgerSettings.defaults("node-2"))) {
            for (int round = 0; round < 20; round++) {
                for (PostgresLedger node : List.of(fixture.ledger, other)) {
                    List<Arrival> arrivals = new ArrayList<>();
                    for (int entity = 0; entity < 10; entity++) {
                        for (int number = 5 * round; number < 5 * round + 5; number++) {
                            arrivals.add(drone("D-" + entity, number, Evidence.COMPACT));
                        }
                    }
                    Collections.shuffle(arrivals, random);
                    told.add(node.put(Unit.ofInlet("node" + round, arrivals)));
                }
            }
            for (CompletableFuture<List<Decision>> decisions : told) {
                assertThat(decisions.get(60, TimeUnit.SECONDS)).hasSize(50);
            }
        }
        long firsts = told.stream()
                .flatMap(decisions -> decisions.join().stream())
                .filter(decision -> decision.verdict() == Verdict.CANONICAL)
                .count();

        assertThat(firsts).isEqualTo(1000);
        assertThat(fixture.rows.count("sequence_entity where numbers = 100 and missing = 0"))
                .isEqualTo(10);
        assertThat(fixture.rows.count("arrival where decision = 'DUPLICATE'")).isEqualTo(1000);
    }

    @Test
    void anEffectIsPlannedOnceAndOfALateOneOnlyWhereTheOrderAllowsIt() {
        fixture.record(wanting(3, Order.STRICT), wanting(1, Order.STRICT), wanting(3, Order.STRICT));
        assertThat(fixture.rows.count("outbox")).isEqualTo(1);
        assertThat(fixture.rows.list("select transition_id, decision, late from arrival order by arrival_id"))
                .containsExactly("3 CANONICAL f", "1 CANONICAL t", "3 DUPLICATE f");

        fixture.record(wanting(2, Order.KEEP_LATE));
        assertThat(fixture.rows.count("outbox")).isEqualTo(2);
    }

    @Test
    void aPersonMayBelieveANumberThatNobodyElseWould() {
        fixture.record(drone("D", 1, Evidence.ALL));
        Arrival far = drone("D", 5_000_000, Evidence.ALL);
        Decision untold = fixture.recordOne(far);
        assertThat(untold.verdict()).isEqualTo(Verdict.INCOMPLETE);

        Completion word = new Completion(untold.arrivalId(), "Ann", "the counter was moved on", "{}");
        List<Decision> completed = LedgerFixture.get(fixture.ledger, Unit.ofCompletion(far, word));

        assertThat(completed.get(0).verdict()).isEqualTo(Verdict.CANONICAL);
        assertThat(completed.get(0).arrivalId()).isEqualTo(untold.arrivalId());
        assertThat(fixture.recordOne(far).verdict()).isEqualTo(Verdict.DUPLICATE);
        assertThat(fixture.recordOne(drone("D", 5_000_001, Evidence.ALL)).verdict())
                .isEqualTo(Verdict.CANONICAL);
    }

    @Test
    void underAnotherPayloadDefinitionARepeatIsADuplicateThatSaysThatNothingWasCompared() {
        fixture.record(drone("D", 1, Evidence.COMPACT));
        ProfileVersion changed = new ProfileVersion("drones", "b2".repeat(32), "drones, changed");
        Arrival again = drone("D", 1, Evidence.COMPACT);
        Decision decision = fixture.recordOne(new Arrival(again.delivery(), changed, again.reading()));

        assertThat(decision).isInstanceOf(Decision.Duplicate.class);
        assertThat(((Decision.Duplicate) decision).verified()).isFalse();
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundInTheBlocksWhereNoRowIsKept() throws SQLException {
        fixture.record(drone("D", 1, Evidence.COMPACT));
        FaultyDataSource faulty = new FaultyDataSource(fixture.database.dataSource());
        try (PostgresLedger ledger =
                PostgresLedger.open(faulty, LedgerFixture.NEVER_READABLE, LedgerSettings.defaults("node-2"))) {
            faulty.nextCommit.set(FaultyDataSource.AtCommit.LOSES_ITS_ANSWER);
            List<Decision> decisions = LedgerFixture.record(ledger, drone("D", 2, Evidence.COMPACT));

            assertThat(decisions.get(0).verdict()).isEqualTo(Verdict.CANONICAL);
            assertThat(fixture.rows.one("select numbers from sequence_track")).isEqualTo("2");
            assertThat(fixture.rows.count("arrival")).isEqualTo(1);
        }
    }

    private static Arrival drone(String entity, long number, Evidence evidence) {
        return arrival(entity, number, evidence, Order.KEEP_LATE, List.of());
    }

    private static Arrival wanting(long number, Order order) {
        return arrival("D", number, Evidence.COMPACT, order, List.of(DRAW));
    }

    private static Arrival arrival(
            String entity, long number, Evidence evidence, Order order, List<EffectPlan> effects) {
        Terms terms = new Terms(0, 1024, 1_000_000, evidence, order, Restarts.NEVER, 0);
        byte[] raw = (entity + " " + number).getBytes(StandardCharsets.UTF_8);
        byte[] hash = RawBytes.sha256(raw);
        Event event = new Event(
                new EventIdentity("sequence:" + entity, Long.toString(number), EventIdentity.NO_BOOT),
                null,
                null,
                new Payload(hash, (short) 1),
                false,
                effects,
                Set.of(),
                null,
                new Numbering(number, terms));
        return new Arrival(
                new Delivery(Instant.now(), "test:drones", RawBytes.whole(raw), Map.of(), null), DRONES, event);
    }
}
