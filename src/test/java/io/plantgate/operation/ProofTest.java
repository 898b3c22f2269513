package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.CONVEYOR;
import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.ScriptedDevice.Turn;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is no proof that an operation was done or not: another's frame, another's order, another file, a lost row. */
class ProofTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "looked at the machine");

    private final OperationFixture site = new OperationFixture();
    private Operations node = site.node("node-1");

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("W-40")
    @Tag("I06")
    void aReadingProvesNothingWhileAnEarlierWriteThereMayStillCome() {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");

        node.ask(request("OP8", "stop"));

        site.awaitAsked("OP8", "unknown");
        assertThat(site.rows.one("select code from operation where operation_id = 'OP8'"))
                .isEqualTo("EARLIER_UNSETTLED");
        assertThat(site.rows.count("work_item w join operation using (operation_key) where operation_id = 'OP8'"))
                .isOne();
        node.people().settle(shift("OP7"), OperationState.FAILED, "its frame was never seen", ANNA);
        awaitState("OP8", "succeeded");
    }

    @Test
    void whatWaitsForAnEarlierOneIsAskedAgainThoughItsLastAnswerIsJustBeingRecorded() throws Exception {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");
        node.ask(request("OP8", "stop"));
        site.awaitAsked("OP8", "unknown");
        CompletableFuture<Void> settled;
        try (Connection recording = site.database.dataSource().getConnection();
                Statement statement = recording.createStatement()) {
            recording.setAutoCommit(false);
            statement.execute("select from operation where operation_id = 'OP8' for update");

            settled = CompletableFuture.runAsync(
                    () -> node.people().settle(shift("OP7"), OperationState.FAILED, "its frame was never seen", ANNA));
            await().atMost(PATIENCE)
                    .until(() -> settled.isDone()
                            || site.rows.count("pg_stat_activity where datname = current_database()"
                                            + " and wait_event_type = 'Lock'")
                                    > 0);
            recording.rollback();
        }

        awaitState("OP8", "succeeded");
        settled.join();
    }

    @Test
    @Tag("W-37")
    @Tag("W-53")
    void anAttemptWhoseRecordIsLostIsNotOneThatNeverBegan() {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");

        site.rows.execute("delete from operation_attempt");
        askAgain();

        site.awaitAsked("OP7", "unknown");
        node.close();
        node = site.node("node-2");
        assertThat(node.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("attempt(s), of which not all are there"));
    }

    @Test
    @Tag("W-26")
    void aReportWithTheDigestOfSomethingElseIsKeptAndMovesNothing() {
        site.device.will(Turn.TAKE_OVER);
        node.ask(request("OP7", "home"));
        awaitState("OP7", "accepted");
        DeviceWord done = new DeviceWord.Done(null, "home reached");

        node.reports().report("conveyor", "shift/OP7", "ab".repeat(32), done);

        assertThat(site.state("OP7")).isEqualTo("accepted");
        assertThat(site.rows.one("select counted, evidence from operation_word where way = 'report'"))
                .startsWith("f ")
                .contains("that of something else");
        String digest = node.find(shift("OP7")).orElseThrow().digest();
        node.reports().report("conveyor", "shift/OP7", digest, done);
        assertThat(site.state("OP7")).isEqualTo("succeeded");
    }

    @Test
    @Tag("W-17")
    void underAnotherFileAReadingIsEvidenceAndNoProof() {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");

        site.device.tags.put("moving", JsonNodeFactory.instance.booleanNode(false));
        site.device.tags.put("running", JsonNodeFactory.instance.booleanNode(false));
        site.add("conveyor", CONVEYOR.replace("value: false}]", "value: 0}]"));
        askAgain();
        site.awaitAsked("OP7", "unknown");
        site.add("conveyor", CONVEYOR.replace("running", "moving"));
        askAgain();

        site.awaitAsked("OP7", "unknown");
        assertThat(site.rows.list("select evidence from operation_word order by word_id desc limit 1"))
                .allSatisfy(evidence -> assertThat(evidence).contains("file has changed since"));
    }

    @Test
    void whatWasApprovedUnderAnotherFileIsNotWritten() {
        node.ask(request("OP7", "start"));
        site.add("conveyor", CONVEYOR.replace("value: true}]", "value: 1}]"));

        node.people().authorise(shift("OP7"), ANNA);

        awaitState("OP7", "refused");
        assertThat(site.rows.one("select code from operation")).isEqualTo("EQUIPMENT_CHANGED");
        assertThat(site.device.writes).isEmpty();
    }

    @Test
    void whatTheFileChangesElsewhereHoldsUpNothing() {
        site.device.tags.put("running", JsonNodeFactory.instance.booleanNode(false));
        node.ask(request("OP7", "start"));
        site.add("conveyor", CONVEYOR.replace("description: a conveyor", "description: the old conveyor"));

        node.people().authorise(shift("OP7"), ANNA);

        awaitState("OP7", "succeeded");
        assertThat(site.rows.one(
                        "select a.equipment_version = v.equipment_version and v.equipment_version <> o.equipment_version"
                                + " from operation o join operation_attempt a using (operation_key)"
                                + " join equipment_version v on v.definition like '%the old conveyor%'"))
                .isEqualTo("t");
    }

    @Test
    void aHandshakeThatSaysDoneIsBelievedOnlyIfItReadsSo() {
        site.add("conveyor", CONVEYOR.replace("callMillis: 500", "callMillis: 500\nhandshake: {at: 9}"));
        site.device.will(Turn.SAY_DONE, Turn.WRITE_AND_SAY_DONE);
        site.device.knows.put("shift/OP7", new DeviceWord.Done(null, "number known, state done"));

        node.ask(request("OP7", "stop"));

        site.awaitAsked("OP7", "unknown");
        assertThat(site.rows.one("select code, reason from operation")).startsWith("MISMATCH");
        node.people().settle(shift("OP7"), OperationState.FAILED, "it still runs", ANNA);
        node.ask(request("OP8", "stop"));
        awaitState("OP8", "succeeded");
    }

    @Test
    @Tag("I06")
    void aDoneForANumberAloneProvesNothingOnceAnotherWriteBegan() {
        site.device.vouches = false;
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");
        node.ask(request("OP8", "home"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.device.written).containsExactly("shift/OP8"));
        site.device.knows.put("shift/OP7", new DeviceWord.Done(null, "number known, state done"));

        askAgain("OP7");

        site.awaitAsked("OP7", "unknown");
        assertThat(site.rows.list("select evidence from operation_word where way = 'asked' and word = 'UNCLEAR'"))
                .anySatisfy(evidence -> assertThat(evidence).contains("its own order in between"));
        site.device.vouches = true;
        askAgain("OP7");
        awaitState("OP7", "succeeded");
    }

    @Test
    @Tag("I06")
    void aDoneForANumberAloneWaitsForTheEarlierWriteWhoseOrderItMayHaveFollowed() {
        site.device.vouches = false;
        site.device.will(Turn.LOSE_REQUEST, Turn.WRITE_AND_SAY_DONE);
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");
        site.device.knows.put("shift/OP8", new DeviceWord.Done(null, "number known, state done"));

        node.ask(request("OP8", "stop"));

        awaitState("OP8", "unknown");
        assertThat(site.rows.one("select code from operation where operation_id = 'OP8'"))
                .isEqualTo("EARLIER_UNSETTLED");
        node.people().settle(shift("OP7"), OperationState.FAILED, "its frame was never seen", ANNA);
        awaitState("OP8", "succeeded");
    }

    private void askAgain(String id) {
        site.rows.execute("update operation set recover_at = now(), recoveries = 0 where operation_id = '" + id + "'");
    }

    private void askAgain() {
        site.rows.execute("update operation set recover_at = now(), recoveries = 0 where state = 'unknown'");
    }

    private void awaitState(String id, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.state(id)).isEqualTo(state));
    }
}
