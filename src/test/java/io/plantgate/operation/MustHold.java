package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.json;
import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static io.plantgate.operation.OperationFixture.speed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.Machine.Fault;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest.Door;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The table of what must hold, one row per fault: how often the device did it, the state, what a question answers, and how it
 * is handled. Each row is played on a site of its own.
 */
final class MustHold {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "looked at the machine");

    private static final String ACCEPTED_THEN_DONE = "accepted, then done";

    private MustHold() {}

    /**
     * @param effects how often the device did what was asked under this name
     * @param state of the operation at the end; null if there is none
     * @param query what a question by its name answers
     * @param handling what its asker and people do about it
     */
    record Row(String fault, String ids, int effects, OperationState state, String query, String handling, Play play) {}

    /** Plays a row and checks what is peculiar to it. */
    interface Play {
        void on(OperationFixture site) throws Exception;
    }

    static List<Row> rows() {
        return List.of(
                row(
                        "same id, same hash",
                        "W-04 W-05 W-19 W-50",
                        1,
                        OperationState.SUCCEEDED,
                        "the stored result, same resultId",
                        "nothing to do",
                        MustHold::sameAgain),
                row(
                        "same id, other hash",
                        "W-06 W-20 W-46 W-51",
                        1,
                        OperationState.SUCCEEDED,
                        "the first, untouched",
                        "422 with both digests; a new id for what was meant; a work item",
                        MustHold::otherPayload),
                row(
                        "key order and number form changed",
                        "W-08",
                        1,
                        OperationState.SUCCEEDED,
                        "the stored result",
                        "nothing to do",
                        MustHold::otherNotation),
                row(
                        "timeout, effect done",
                        "W-01 W-52",
                        1,
                        OperationState.SUCCEEDED,
                        "unknown, then succeeded by read-back",
                        "the gateway reads back; no second write",
                        MustHold::timeoutDone),
                row(
                        "timeout, effect not done",
                        "W-01 W-17",
                        0,
                        OperationState.FAILED,
                        "unknown, with what was read",
                        "a person looks, and settles it as not done; again only under a new id",
                        MustHold::timeoutNotDone),
                row(
                        "delivery repeated by the queue",
                        "W-23 W-54",
                        1,
                        OperationState.SUCCEEDED,
                        "the stored result",
                        "nothing to do",
                        MustHold::queueRepeats),
                row(
                        "repeat inside the window",
                        "W-55",
                        1,
                        OperationState.SUCCEEDED,
                        "the stored result",
                        "nothing to do",
                        MustHold::sameAgain),
                row(
                        "repeat outside the window",
                        "W-31 W-33 W-35 W-55 W-70",
                        1,
                        OperationState.SUCCEEDED,
                        "the history until results_until, then the tombstone",
                        "410; a new id and a new approval if it is still wanted",
                        MustHold::outsideTheWindow),
                row(
                        "record gone, validity over",
                        "W-34",
                        0,
                        null,
                        "not found",
                        "410, nothing written",
                        MustHold::recordGone),
                row(
                        "full",
                        "W-38 W-56",
                        0,
                        OperationState.AWAITING_AUTHORISATION,
                        "every known id answers",
                        "503 for new ids, an alarm; unknown ones are settled, never dropped",
                        MustHold::full),
                row(
                        "restart",
                        "W-36 W-57",
                        1,
                        OperationState.SUCCEEDED,
                        "the stored result",
                        "nothing to do",
                        MustHold::restart),
                row(
                        "store damaged at start",
                        "W-37",
                        1,
                        OperationState.SUCCEEDED,
                        "every id answers",
                        "503 until an approver opens the door by name and reason",
                        MustHold::damaged),
                row("no id", "W-03 W-10 W-58", 0, null, "nothing to ask for", "400, no id is invented", MustHold::noId),
                row(
                        "two ids for one intent",
                        "W-07 W-40 W-66 W-68",
                        2,
                        OperationState.SUCCEEDED,
                        "two operations, the later marked as similar",
                        "a person asks why two ids were given",
                        MustHold::twoIds),
                row(
                        ACCEPTED_THEN_DONE,
                        "W-25 W-26",
                        1,
                        OperationState.SUCCEEDED,
                        "accepted and pending, then succeeded",
                        "wait; accepted is no success",
                        MustHold::acceptedThenDone),
                row(
                        "accepted, then silence",
                        "W-27",
                        0,
                        OperationState.UNKNOWN,
                        "unknown, silent since its acceptance",
                        "a work item; a person finds out",
                        MustHold::acceptedThenSilence));
    }

    /** What must hold between the gateway and each device, too. */
    static List<Row> rowsOn(Machine machine) {
        return rows().stream()
                .filter(row -> row.effects() > 0
                        || row.state() == OperationState.FAILED
                        || row.state() == OperationState.UNKNOWN)
                .filter(row -> machine.reports() || !row.fault().equals(ACCEPTED_THEN_DONE))
                .toList();
    }

    private static Row row(
            String fault, String ids, int effects, OperationState state, String query, String handling, Play play) {
        return new Row(fault, ids, effects, state, query, handling, play);
    }

    private static void sameAgain(OperationFixture site) throws Exception {
        Operations node = site.node("node-1");
        Operation first = settled(site, node, "OP7");

        assertThat(node.ask(request("OP7", "stop"))).isEqualTo(new Asked.Known(first));
        assertThat(((Asked.Known) node.ask(request("OP7", "stop"))).operation().resultId())
                .isEqualTo(first.resultId());
    }

    private static void otherPayload(OperationFixture site) throws Exception {
        Operations node = site.node("node-1");
        Operation first = settled(site, node, "OP7");

        Asked other = node.ask(request("shift", "OP7", "speed", speed(30)));
        node.ask(request("shift", "OP7", "speed", speed(30)));

        assertThat(other).isInstanceOfSatisfying(Asked.Conflict.class, conflict -> {
            assertThat(conflict.first()).isEqualTo(first);
            assertThat(conflict.digest()).hasSize(64).isNotEqualTo(first.digest());
            assertThat(conflict.canonVersion()).isEqualTo(first.canonVersion());
            assertThat(conflict.canonBytes()).isNotEqualTo(first.canonBytes());
        });
        assertThat(node.find(shift("OP7"))).contains(first);
        assertThat(site.rows.one("select times from operation_conflict")).isEqualTo("2");
        assertThat(site.rows.count("work_item where kind = 'OPERATION_CONFLICT'"))
                .isOne();
    }

    private static void otherNotation(OperationFixture site) throws Exception {
        Operations node = site.node("node-1");
        node.ask(request("shift", "OP7", "speed", json("{\"speed\": 20, \"why\": \"x\"}")));
        awaitState(site, "OP7", "succeeded");

        assertThat(node.ask(request("shift", "OP7", "speed", json("{\"why\":\"x\",\"speed\":2.0e1}"))))
                .isInstanceOf(Asked.Known.class);
    }

    private static void timeoutDone(OperationFixture site) {
        Operations node = site.node("node-1");
        site.machine.will(Fault.LOSE_ANSWER);

        node.ask(request("OP7", "stop"));

        awaitState(site, "OP7", "succeeded");
        assertThat(site.history("OP7")).containsExactly("received", "authorised", "sent", "unknown", "succeeded");
        assertThat(site.rows.one("select open from (select o.state = 'unknown' as open from work_item w"
                        + " join operation o using (operation_key) where w.kind = 'OPERATION') item"))
                .isEqualTo("f");
    }

    private static void timeoutNotDone(OperationFixture site) {
        Operations node = site.node("node-1");
        site.machine.will(Fault.LOSE_REQUEST);

        node.ask(request("OP7", "stop"));

        awaitState(site, "OP7", "unknown");
        assertThat(node.ask(request("OP7", "stop"))).isInstanceOf(Asked.Known.class);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select evidence from operation_word where way = 'read_back'"))
                .isNotEmpty()
                .allSatisfy(evidence -> assertThat(evidence).startsWith("Read back different")));
        assertThat(site.state("OP7")).isEqualTo("unknown");
        assertThat(node.people().settle(shift("OP7"), OperationState.FAILED, "it still runs", ANNA))
                .isInstanceOf(OperationPeople.Answered.Moved.class);
        assertThat(site.rows.one(
                        "select origin, actor, reason, evidence from operation_history" + " where to_state = 'failed'"))
                .isEqualTo("person anna looked at the machine it still runs");
    }

    private static void queueRepeats(OperationFixture site) {
        Operations node = site.node("node-1");
        node.ask(overAQueue());
        node.ask(overAQueue());
        awaitState(site, "OP7", "succeeded");

        assertThat(node.ask(overAQueue())).isInstanceOf(Asked.Known.class);
    }

    private static OperationRequest overAQueue() {
        return new OperationRequest(
                "shift",
                "mes",
                Door.AMQP,
                "OP7",
                "conveyor",
                "stop",
                null,
                Instant.now().plusSeconds(300),
                null,
                null,
                null);
    }

    private static void outsideTheWindow(OperationFixture site) throws Exception {
        Operations node = site.node("node-1");
        Operation first = settled(site, node, "OP7");
        site.rows.execute("update operation set replay_until = now() - interval '1 second'");

        assertThat(node.ask(request("OP7", "stop"))).isInstanceOf(Asked.PastWindow.class);
        assertThat(node.ask(request("shift", "OP7", "speed", speed(30)))).isInstanceOf(Asked.PastWindow.class);
        assertThat(node.story(shift("OP7"), 10).orElseThrow().moves()).hasSize(4);

        site.rows.execute("update operation set results_until = now() - interval '1 hour'");
        assertThat(new Tombstones(new OperationStore(site.database.dataSource())).shrink())
                .isOne();
        assertThat(node.ask(request("OP7", "stop"))).isInstanceOf(Asked.PastWindow.class);
        Operation tombstone = node.find(shift("OP7")).orElseThrow();
        assertThat(tombstone.digest()).isEqualTo(first.digest());
        assertThat(tombstone.endedAt()).isEqualTo(first.endedAt());
        assertThat(tombstone.shrunkAt()).isNotNull();
        assertThat(site.rows.one("select parameters from operation")).isEqualTo("null");
        assertThat(site.rows.count("operation_move")).isZero();
    }

    private static void recordGone(OperationFixture site) {
        Operations node = site.node("node-1");
        OperationRequest late = new OperationRequest(
                "shift",
                "shift",
                Door.REST,
                "OP7",
                "conveyor",
                "stop",
                null,
                Instant.now().minusSeconds(1),
                null,
                null,
                null);

        assertThat(node.ask(late)).isInstanceOf(Asked.Expired.class);
        assertThat(node.find(shift("OP7"))).isEmpty();
    }

    private static void full(OperationFixture site) {
        Operations node = site.node("node-1", OperationFixture.settings(2));
        node.ask(request("OP7", "start"));
        node.ask(request("OP8", "start"));

        assertThat(node.ask(request("OP9", "stop"))).isEqualTo(new Asked.Full(2, 10));
        assertThat(node.full()).isTrue();
        assertThat(node.ask(request("OP7", "start"))).isInstanceOf(Asked.Known.class);
        assertThat(node.find(shift("OP9"))).isEmpty();
        assertThat(site.rows.count("operation")).isEqualTo(2);
        node.people().refuse(shift("OP8"), ANNA);
        assertThat(node.ask(request("OP9", "start"))).isInstanceOf(Asked.New.class);
    }

    private static void restart(OperationFixture site) throws Exception {
        Operations before = site.node("node-1");
        Operation first = settled(site, before, "OP7");
        before.close();

        Operations after = site.node("node-1");

        assertThat(after.ask(request("OP7", "stop"))).isEqualTo(new Asked.Known(first));
    }

    private static void damaged(OperationFixture site) throws Exception {
        Operations before = site.node("node-1");
        settled(site, before, "OP7");
        before.close();
        site.rows.execute("delete from operation_move where to_state = 'sent'");

        Operations after = site.node("node-1");

        assertThat(after.ask(request("OP8", "stop"))).isInstanceOf(Asked.InRecovery.class);
        assertThat(after.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("gap in its moves"));
        assertThat(after.ask(request("OP7", "stop"))).isInstanceOf(Asked.Known.class);
        assertThat(after.people().openDoor(ANNA)).isTrue();
        assertThat(after.ask(request("OP8", "start"))).isInstanceOf(Asked.New.class);
        assertThat(site.rows.list("select state, changed_by from operation_door order by door_id desc limit 1"))
                .containsExactly("open anna");
    }

    private static void noId(OperationFixture site) {
        Operations node = site.node("node-1");
        for (String id : new String[] {null, "", "  "}) {
            assertThat(node.ask(request(id, "stop")))
                    .isInstanceOfSatisfying(Asked.Invalid.class, invalid -> assertThat(invalid.fault())
                            .isEqualTo(Asked.Fault.ID_MISSING));
        }
        assertThat(site.rows.count("operation")).isZero();
    }

    private static void twoIds(OperationFixture site) {
        Operations node = site.node("node-1");
        Operation first = ((Asked.New) node.ask(request("OP7", "step"))).operation();
        Operation second = ((Asked.New) node.ask(request("OP8", "step"))).operation();
        node.people().authorise(shift("OP7"), ANNA);
        node.people().authorise(shift("OP8"), ANNA);

        awaitState(site, "OP7", "succeeded");
        awaitState(site, "OP8", "succeeded");
        assertThat(first.similarTo()).isNull();
        assertThat(second.similarTo()).isEqualTo(first.name());
        assertThat(second.digest()).isEqualTo(first.digest());
    }

    private static void acceptedThenDone(OperationFixture site) {
        Operations node = site.node("node-1");
        site.machine.will(Fault.TAKE_OVER);
        node.ask(request("OP7", "home"));
        awaitState(site, "OP7", "accepted");
        assertThat(node.find(shift("OP7")).orElseThrow().pending()).isTrue();

        site.machine.listen(node);
        await().atMost(PATIENCE).untilAsserted(() -> {
            site.machine.finish(node);
            assertThat(site.state("OP7")).isEqualTo("succeeded");
        });

        // A device that can be asked may have been, before it spoke.
        assertThat(site.rows.count("operation_word where counted")).isOne();
        await().atMost(PATIENCE).until(() -> {
            site.machine.finish(node);
            return site.rows.count("operation_word where way = 'report' and not counted") > 0;
        });
        assertThat(site.rows.count("operation_word where counted")).isOne();
        assertThat(site.state("OP7")).isEqualTo("succeeded");
        assertThat(site.history("OP7")).containsExactly("received", "authorised", "sent", "accepted", "succeeded");
    }

    private static void acceptedThenSilence(OperationFixture site) {
        Operations node = site.node("node-1");
        site.machine.will(Fault.TAKE_OVER);
        node.ask(request("OP7", "home"));
        awaitState(site, "OP7", "accepted");

        site.rows.execute("update operation set accepted_until = now()");

        awaitState(site, "OP7", "unknown");
        assertThat(site.rows.one("select reason from work_item where kind = 'OPERATION'"))
                .isEqualTo("SILENT");
    }

    private static Operation settled(OperationFixture site, Operations node, String id) {
        node.ask(request(id, "stop"));
        awaitState(site, id, "succeeded");
        return node.find(shift(id)).orElseThrow();
    }

    private static void awaitState(OperationFixture site, String id, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.state(id)).isEqualTo(state));
    }
}
