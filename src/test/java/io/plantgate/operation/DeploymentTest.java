package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.OperationPeople.Answered;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.ScriptedDevice.Turn;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A standby is promoted, or a backup restored, under a gateway that runs: its memory may lack what was written last. */
@Tag("W-37")
class DeploymentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "compared with the machine");

    private final OperationFixture site = new OperationFixture();
    private final OperationStore store = new OperationStore(site.database.dataSource());
    private final Claims claims = new Claims(store, "node-9", "node-9/1");

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aRunningGatewayWritesNothingInACopyUntilAPersonHasLookedAndWhatWasOpenIsUnknown() {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "start"));

        promote(1);

        assertThat(node.ask(request("OP8", "stop")))
                .isInstanceOfSatisfying(Asked.InRecovery.class, closed -> assertThat(closed.reason())
                        .contains("promoted standby"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.one("select state, code from operation where operation_id = 'OP7'"))
                .isEqualTo("unknown RESTORED_COPY"));
        assertThat(node.closedBecause()).isPresent();
        assertThat(site.rows.count("work_item where kind = 'OPERATION'")).isOne();
        assertThat(node.people().authorise(shift("OP7"), ANNA)).isInstanceOf(Answered.NotNow.class);
        assertThat(site.device.writes).isEmpty();

        node.people().openDoor(ANNA);
        assertThat(node.ask(request("OP8", "stop"))).isInstanceOf(Asked.New.class);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.one("select state, code from operation where operation_id = 'OP8'"))
                .isEqualTo("unknown EARLIER_UNSETTLED"));
        node.people().settle(shift("OP7"), OperationState.FAILED, "nothing was started", ANNA);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP8")).isEqualTo("succeeded"));
    }

    @Test
    void beforeTheCopyIsNoticedNothingIsClaimedAndNoWriteBegins() throws Exception {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "start"));
        node.close();
        site.rows.execute("update operation set state = 'authorised', turn = 1, due_at = now()");

        promote(1);
        assertThat(claim()).isEmpty();
        promote(-1);
        Claimed claimed = claim().orElseThrow();
        promote(1);
        assertThat(mark(claimed)).isEmpty();
        promote(-1);
        assertThat(mark(claimed)).isPresent();
    }

    @Test
    void inACopyNothingIsCertainlyNotBegun() throws Exception {
        Operations before = site.node("node-1");
        before.ask(request("OP7", "start"));
        before.close();
        site.rows.execute("update operation set state = 'authorised', turn = 1, due_at = now()");
        claim().orElseThrow();
        promote(1);

        Operations after = site.node("node-2");
        site.rows.execute("update operation set leased_until = now() - interval '1 second'");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.rows.one("select state, recover_at is null from operation"))
                        .isEqualTo("unknown t"));
        assertThat(after.closedBecause()).isPresent();
        assertThat(site.history("OP7")).doesNotContain("failed");
    }

    @Test
    void inACopyAReadingMayBeTheDoingOfAWriteThatIsLostWithIt() {
        Operations node = site.node("node-1");
        site.device.will(Turn.LOSE_ANSWER);
        site.device.atReading = () -> {
            if (!site.device.writes.isEmpty()) {
                site.device.silences.incrementAndGet();
                throw new DeviceSilentException("no answer", null);
            }
        };
        node.ask(request("OP7", "stop"));
        site.awaitAsked("OP7", "unknown");
        promote(1);
        await().atMost(PATIENCE).until(() -> node.closedBecause().isPresent());

        site.device.atReading = () -> {};
        site.rows.execute("update operation set recover_at = now(), recoveries = 0");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select evidence from operation_word where way = 'read_back'"))
                .anySatisfy(evidence -> assertThat(evidence).contains("lost with it")));
        assertThat(site.state("OP7")).isEqualTo("unknown");
    }

    @Test
    void theSamePlaceIsNoCopyHoweverOftenItIsStarted() throws Exception {
        site.node("node-1").close();
        String seen = site.rows.one("select seen_at from operation_deployment");

        Operations again = site.node("node-1");

        assertThat(again.closedBecause()).isEmpty();
        assertThat(site.rows.one("select seen_at from operation_deployment")).isEqualTo(seen);
    }

    /** As if this had been written on the timeline before. */
    private void promote(int timelines) {
        site.rows.execute("update operation_deployment set timeline = timeline - " + timelines);
    }

    private Optional<Claimed> claim() {
        return claims.claim(Map.of("conveyor", 600_000L));
    }

    private Optional<Deadline> mark(Claimed claimed) {
        return claims.mark(claimed, "{}", 1, Duration.ofSeconds(1));
    }
}
