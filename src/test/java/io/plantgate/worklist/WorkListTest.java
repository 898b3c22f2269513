package io.plantgate.worklist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.PumpStation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WorkListTest {

    private static final Signature JO = new Signature("jo", "read off the controller's display");
    private static final Signature AL = new Signature("al", "sensor off");
    private static final int PAGE = 50;

    private static PumpStation station;
    private static WorkList workList;

    @BeforeAll
    static void open() {
        station = new PumpStation();
        workList =
                new WorkList(station.dataSource(), station.profiles(), station.ledger(), WorkListProperties.defaults());
    }

    @AfterAll
    static void close() {
        station.close();
    }

    @Test
    @Tag("E-40")
    @Tag("E-66")
    @Tag("E-74")
    void anArrivalWithoutABootWaitsInTheListAndIsGivenNoGeneration() {
        Decision.Incomplete decision = incomplete("{\"source\":\"A-1/Trip\",\"transitionId\":\"T1\"}");

        WorkItem item = workList.item(decision.workItemId()).orElseThrow();

        assertThat(item.kind()).isEqualTo("INCOMPLETE");
        assertThat(item.open()).isTrue();
        assertThat(item.reason()).isEqualTo("MISSING_BOOT_ID");
        assertThat(workList.arrivals(item.workItemId(), Long.MAX_VALUE, PAGE)).anySatisfy(arrival -> {
            assertThat(arrival.arrivalId()).isEqualTo(decision.arrivalId());
            assertThat(arrival.source()).isEqualTo("A-1/Trip");
            assertThat(arrival.bootId()).isNull();
            assertThat(arrival.completedAs()).isNull();
        });
        assertThat(station.rows().count("boot_generation where device = ?", "A-1"))
                .isZero();
    }

    @Test
    void completingMakesItTheEventItAlwaysWasAtItsOwnTime() {
        Instant then = Instant.parse("2026-03-01T23:59:59.5Z");
        byte[] raw = "{\"source\":\"A-2/Trip\",\"transitionId\":\"T1\"}".getBytes(StandardCharsets.UTF_8);
        long arrivalId = station.post(raw, then).arrivalId();

        Completed completed = done(workList.complete(arrivalId, Map.of("bootId", "B1"), JO));

        assertThat(completed.decision().verdict()).isEqualTo(Verdict.CANONICAL);
        assertThat(completed.decision().arrivalId()).isEqualTo(arrivalId);
        assertThat(station.rows()
                        .one(
                                "select arrival_at = timestamptz '2026-03-01 23:59:59.5+00', completed_by, reason,"
                                        + " supplied from completion where arrival_id = ?",
                                arrivalId))
                .isEqualTo("t jo read off the controller's display {\"bootId\": \"B1\"}");
        assertThat(station.rows().one("select decision from arrival where arrival_id = ?", arrivalId))
                .isEqualTo("INCOMPLETE");
        assertThat(station.post("{\"source\":\"A-2/Trip\",\"transitionId\":\"T1\",\"bootId\":\"B1\"}")
                        .event())
                .hasValue(arrivalId);
    }

    @Test
    void completingTwiceIsRefusedAndTheFirstWordStands() {
        long arrivalId =
                incomplete("{\"source\":\"A-3/Trip\",\"transitionId\":\"T1\"}").arrivalId();
        done(workList.complete(arrivalId, Map.of("bootId", "B1"), JO));

        Answer<Completed> again = workList.complete(arrivalId, Map.of("bootId", "B2"), new Signature("al", "no, B2"));

        assertThat(refusal(again)).isEqualTo(Refusal.ALREADY_COMPLETED);
        assertThat(station.rows().one("select boot_id, completed_by from completion where arrival_id = ?", arrivalId))
                .isEqualTo("B1 jo");
    }

    @Test
    @Tag("E-42")
    void aWordAgainstWhatTheMessageSaysItselfIsRefusedByName() {
        long arrivalId =
                incomplete("{\"source\":\"A-3b/Trip\",\"transitionId\":\"T1\"}").arrivalId();

        Answer<Completed> answer =
                workList.complete(arrivalId, Map.of("source", "A-9/Trip", "transitionId", "T2", "bootId", "B1"), JO);

        assertThat(refusal(answer)).isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(((Answer.Refused<Completed>) answer).detail()).contains("source, transitionId");
        assertThat(station.rows().count("completion where arrival_id = ?", arrivalId))
                .isZero();
        done(workList.complete(arrivalId, Map.of("transitionId", "T1", "bootId", "B1"), JO));
    }

    @Test
    @Tag("E-42")
    void whatIsStillIncompleteAfterTheWordStaysAsItWas() {
        long arrivalId = incomplete("{\"transitionId\":\"T1\"}").arrivalId();

        assertThat(refusal(workList.complete(arrivalId, Map.of("bootId", "B1"), JO)))
                .isEqualTo(Refusal.STILL_WITHOUT_IDENTITY);
        assertThat(refusal(workList.complete(arrivalId, Map.of("source", "A\u0000", "bootId", "B1"), JO)))
                .isEqualTo(Refusal.STILL_WITHOUT_IDENTITY);
        assertThat(station.rows().count("completion where arrival_id = ?", arrivalId))
                .isZero();
    }

    @Test
    void onlyWhatHasNoIdentityIsCompletedAndOnlyWhatIsQuarantinedReleased() {
        long event = station.post("{\"source\":\"A-4/Trip\",\"transitionId\":\"T1\",\"bootId\":\"B1\"}")
                .arrivalId();
        long incomplete =
                incomplete("{\"source\":\"A-4/Trip\",\"transitionId\":\"T2\"}").arrivalId();

        assertThat(refusal(workList.complete(event, Map.of("bootId", "B2"), JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(refusal(workList.release(incomplete, JO))).isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(refusal(workList.complete(-1, Map.of(), JO))).isEqualTo(Refusal.NOT_FOUND);
    }

    @Test
    void aQuarantinedArrivalIsReadAgainAndStaysThereWhileItCannotBeRead() {
        long arrivalId = station.post("{\"source\":").arrivalId();

        Answer<Completed> answer = workList.release(arrivalId, JO);

        assertThat(refusal(answer)).isEqualTo(Refusal.STILL_WITHOUT_IDENTITY);
        assertThat(((Answer.Refused<Completed>) answer).detail()).contains("arrival " + arrivalId);
    }

    @Test
    @Tag("E-77")
    void oneWordCompletesManyButNeverGivesManyOneTransition() {
        Decision.Incomplete first = incomplete("{\"source\":\"A-5/Trip\",\"transitionId\":\"T1\",\"n\":1}");
        Decision.Incomplete other = incomplete("{\"source\":\"A-5/Trip\",\"transitionId\":\"T2\"}");
        Decision.Incomplete copy = incomplete("{\"source\":\"A-5/Trip\",\"transitionId\":\"T2\"}");
        ItemFilter pump = new ItemFilter("A-5/Trip", null, null, null, null, null);

        assertThat(refusal(workList.completeMany(
                        first.workItemId(), pump, Map.of("transitionId", "T9", "bootId", "B1"), JO, PAGE)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        BulkCompletion bulk = done(workList.completeMany(first.workItemId(), pump, Map.of("bootId", "B1"), JO, PAGE));

        assertThat(bulk.completed())
                .extracting(
                        Completed::arrivalId, completed -> completed.decision().verdict())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(first.arrivalId(), Verdict.CANONICAL),
                        org.assertj.core.groups.Tuple.tuple(other.arrivalId(), Verdict.CANONICAL),
                        org.assertj.core.groups.Tuple.tuple(copy.arrivalId(), Verdict.DUPLICATE));
        assertThat(bulk.refused()).isEmpty();
        assertThat(bulk.moreMayWait()).isFalse();
        assertThat(workList.completions(first.workItemId(), Long.MAX_VALUE, PAGE))
                .filteredOn(word -> word.arrivalId() == copy.arrivalId())
                .singleElement()
                .satisfies(word -> assertThat(word.completedBy()).isEqualTo("jo"));
    }

    @Test
    void aBulkWordReachesAtMostItsLimitAndSaysSo() {
        long item = 0;
        for (int i = 0; i < 3; i++) {
            item = incomplete("{\"source\":\"A-6/Trip\",\"transitionId\":\"T" + i + "\"}")
                    .workItemId();
        }
        ItemFilter pump = new ItemFilter("A-6/Trip", null, null, null, null, null);

        BulkCompletion bulk = done(workList.completeMany(item, pump, Map.of("bootId", "B1"), JO, 2));

        assertThat(bulk.completed()).hasSize(2);
        assertThat(bulk.moreMayWait()).isTrue();
    }

    @Test
    @Tag("E-25")
    @Tag("E-27")
    @Tag("E-78")
    void aConflictIsOneItemPerContentUntilAPersonSettlesIt() {
        String first = "{\"source\":\"A-7/Trip\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"High\"}";
        long canonicalId = station.post(first).arrivalId();
        Decision.Conflict conflict = (Decision.Conflict) station.post(first.replace("High", "Low"));
        Decision.Conflict copy = (Decision.Conflict) station.post(first.replace("High", "Low"));

        WorkItem open = workList.item(conflict.workItemId()).orElseThrow();
        Settlement settlement =
                done(workList.settle(conflict.workItemId(), SettlementOutcome.KEEP_FIRST, null, null, JO));
        WorkItem settled = workList.item(conflict.workItemId()).orElseThrow();

        assertThat(copy.workItemId()).isEqualTo(conflict.workItemId());
        assertThat(open.open()).isTrue();
        assertThat(open.canonicalId()).isEqualTo(canonicalId);
        assertThat(open.arrivalCount()).isEqualTo(2);
        assertThat(settlement.settledBy()).isEqualTo("jo");
        assertThat(settled.open()).isFalse();
        assertThat(settled.outcome()).isEqualTo("KEEP_FIRST");
        assertThat(items(new ItemQuery(ItemKind.CONFLICT, true, null, "A-7/Trip")))
                .isEmpty();
        assertThat(items(new ItemQuery(ItemKind.CONFLICT, false, null, "A-7/Trip")))
                .hasSize(1);
    }

    @Test
    void aSettlementThatNamesTheOneItReplacesIsAppendedAndTheNewestCounts() {
        long item = conflict("A-8/Trip").workItemId();
        Settlement first = done(workList.settle(item, SettlementOutcome.KEEP_FIRST, null, null, JO));
        done(workList.settle(item, SettlementOutcome.BOTH_WRONG, null, first.settlementId(), AL));

        assertThat(workList.item(item).orElseThrow().outcome()).isEqualTo("BOTH_WRONG");
        assertThat(workList.settlements(item, PAGE))
                .extracting(Settlement::settledBy)
                .containsExactly("al", "jo");
    }

    @Test
    void whoSettlesWhatAnotherHasSettledIsToldSoAndNothingChanges() {
        long item = conflict("A-8a/Trip").workItemId();
        Settlement first = done(workList.settle(item, SettlementOutcome.KEEP_FIRST, null, null, JO));
        Settlement second = done(workList.settle(item, SettlementOutcome.BOTH_WRONG, null, first.settlementId(), AL));
        for (Long known : new Long[] {null, first.settlementId()}) {
            Answer<Settlement> late = workList.settle(item, SettlementOutcome.KEEP_FIRST, null, known, JO);

            assertThat(refusal(late)).isEqualTo(Refusal.ALREADY_SETTLED);
            assertThat(((Answer.Refused<Settlement>) late).detail())
                    .contains("BOTH_WRONG by al", "\"supersedes\": " + second.settlementId());
        }

        assertThat(workList.settlements(item, PAGE)).hasSize(2);
    }

    @Test
    void nobodyReplacesASettlementThatIsNotThere() {
        long item = conflict("A-8b/Trip").workItemId();
        long other = conflict("A-8c/Trip").workItemId();
        Settlement others = done(workList.settle(other, SettlementOutcome.KEEP_FIRST, null, null, JO));

        assertThat(refusal(workList.settle(item, SettlementOutcome.KEEP_FIRST, null, others.settlementId(), JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(workList.settlements(item, PAGE)).isEmpty();
    }

    @Test
    void aCorrectionNamesAnEventThatIsThere() {
        Decision.Conflict conflict = conflict("A-9/Trip");
        long correcting = station.post("{\"source\":\"A-9/Trip\",\"transitionId\":\"T2\",\"bootId\":\"B1\"}")
                .arrivalId();
        SettlementOutcome corrected = SettlementOutcome.CORRECTED_BY_NEW_EVENT;

        assertThat(refusal(workList.settle(conflict.workItemId(), corrected, null, null, JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(refusal(workList.settle(conflict.workItemId(), corrected, conflict.arrivalId(), null, JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(refusal(workList.settle(conflict.workItemId(), corrected, conflict.canonicalId(), null, JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(refusal(workList.settle(conflict.workItemId(), SettlementOutcome.KEEP_FIRST, correcting, null, JO)))
                .isEqualTo(Refusal.NOT_APPLICABLE);
        assertThat(done(workList.settle(conflict.workItemId(), corrected, correcting, null, JO))
                        .newEventId())
                .isEqualTo(correcting);
    }

    @Test
    void oneWordSettlesTheOpenConflictsOfADeviceAndNoOthers() {
        Decision.Conflict ours = conflict("A-10/Trip");
        Decision.Conflict others = conflict("A-11/Trip");
        ItemFilter device = new ItemFilter(null, "A-10", null, null, null, null);

        List<Settlement> settled = done(workList.settleMany(device, SettlementOutcome.KEEP_FIRST, JO, PAGE));
        List<Settlement> again = done(workList.settleMany(device, SettlementOutcome.BOTH_WRONG, JO, PAGE));

        assertThat(settled).extracting(Settlement::workItemId).containsExactly(ours.workItemId());
        assertThat(again).isEmpty();
        assertThat(workList.item(others.workItemId()).orElseThrow().open()).isTrue();
    }

    @Test
    void aCompletedArrivalThatContradictsStandsBehindItsConflictItem() {
        station.post("{\"source\":\"A-12/Trip\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"High\"}");
        long arrivalId = incomplete("{\"source\":\"A-12/Trip\",\"transitionId\":\"T1\",\"severity\":\"Low\"}")
                .arrivalId();

        Completed completed = done(workList.complete(arrivalId, Map.of("bootId", "B1"), JO));
        Decision.Conflict conflict = (Decision.Conflict) completed.decision();

        assertThat(workList.item(conflict.workItemId()).orElseThrow().arrivalCount())
                .isEqualTo(1);
        assertThat(workList.arrivals(conflict.workItemId(), Long.MAX_VALUE, PAGE))
                .singleElement()
                .satisfies(arrival -> assertThat(arrival.completedAs()).isEqualTo("CONFLICT"));
    }

    @Test
    void theListIsPagedByTheLastIdSeen() {
        conflict("A-13/Trip");
        conflict("A-14/Trip");
        ItemQuery all = new ItemQuery(ItemKind.CONFLICT, null, null, null);

        List<WorkItem> first = workList.items(all, Long.MAX_VALUE, 1);
        List<WorkItem> second = workList.items(all, first.get(0).workItemId(), 1);

        assertThat(second.get(0).workItemId()).isLessThan(first.get(0).workItemId());
    }

    @Test
    void noWordWithoutAReason() {
        assertThatThrownBy(() -> new Signature("jo", " ")).hasMessageContaining("reason");
        assertThatThrownBy(() -> new Signature("jo", "x".repeat(501))).hasMessageContaining("500");
        assertThatThrownBy(() -> new Signature("jo", "a\u0000b")).hasMessageContaining("control");
    }

    private static List<WorkItem> items(ItemQuery query) {
        return workList.items(query, Long.MAX_VALUE, PAGE);
    }

    private static Decision.Incomplete incomplete(String json) {
        return (Decision.Incomplete) station.post(json);
    }

    private static Decision.Conflict conflict(String source) {
        String first =
                "{\"source\":\"" + source + "\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"High\"}";
        station.post(first);
        return (Decision.Conflict) station.post(first.replace("High", "Low"));
    }

    private static <T> T done(Answer<T> answer) {
        assertThat(answer).isInstanceOf(Answer.Done.class);
        return ((Answer.Done<T>) answer).value();
    }

    private static <T> Refusal refusal(Answer<T> answer) {
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        return ((Answer.Refused<T>) answer).why();
    }
}
