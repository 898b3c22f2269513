package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.ScriptedDevice.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One write each, whoever asks how often at which node. */
class WritingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("W-02")
    @Tag("W-05")
    @Tag("W-19")
    @Tag("W-39")
    @Tag("W-50")
    void theSameNameAndPayloadIsWrittenOnceAndAnsweredWithTheSameResult() throws Exception {
        Operations node = site.node("node-1");

        Operation first = outcome(node, "OP7");
        Asked again = node.ask(request("OP7", "stop"));
        Asked onceMore = node.ask(request("OP7", "stop"));

        assertThat(first.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(again).isEqualTo(new Asked.Known(first)).isEqualTo(onceMore);
        assertThat(site.device.written).containsExactly("shift/OP7");
        assertThat(site.history("OP7")).containsExactly("received", "authorised", "sent", "succeeded");
    }

    @Test
    @Tag("W-14")
    @Tag("W-21")
    @Tag("W-44")
    @Tag("W-45")
    @Tag("W-59")
    @Tag("W-67")
    void fiftyAtOnceOnTwoNodesAreOneEffectAndFiftyEqualAnswers() throws Exception {
        List<Operations> nodes = List.of(site.node("node-1"), site.node("node-2"));
        ExecutorService clients = Executors.newFixedThreadPool(50);
        try {
            List<Future<Operation>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Operations node = nodes.get(i % 2);
                answers.add(clients.submit(() -> outcome(node, "OP7")));
            }
            HashSet<Operation> distinct = new HashSet<>();
            for (Future<Operation> answer : answers) {
                distinct.add(answer.get());
            }

            assertThat(distinct).hasSize(1);
            assertThat(distinct.iterator().next().state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(site.device.written).containsExactly("shift/OP7");
            assertThat(
                            site.rows.list(
                                    "select arbitration is not null, node in ('node-1', 'node-2'), shard from operation_attempt"))
                    .containsExactly("t t conveyor");
            OfflineTable.held(
                    "50 at once with the same id, on 2 nodes",
                    "W-14 W-21 W-59",
                    1,
                    "succeeded",
                    "50 equal answers with one resultId",
                    "nothing to do");
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    @Tag("W-01")
    @Tag("W-52")
    void anAnswerThatWasLostIsNeverASecondWrite() throws Exception {
        Operations node = site.node("node-1");
        site.device.will(Turn.LOSE_ANSWER);

        node.ask(request("OP7", "stop"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.history("OP7")).contains("unknown"));
        assertThat(node.ask(request("OP7", "stop"))).isInstanceOf(Asked.Known.class);
        assertThat(site.device.written).containsExactly("shift/OP7");
        assertThat(node.find(shift("OP7"))).isPresent();
    }

    @Test
    @Tag("W-44")
    void oneEquipmentIsWrittenOneAfterTheOtherInTheOrderOfTurnsWhateverNodeHoldsIt() {
        List<Operations> nodes = List.of(site.node("node-1"), site.node("node-2"));
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            nodes.get(i % 2).ask(request("OP" + i, "home"));
            asked.add("shift/OP" + i);
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.device.written).isEqualTo(asked));
        assertThat(site.device.atOnceMost).hasValue(1);
    }

    @Test
    @Tag("I06")
    void aLateAnswerThatWasOnlyReadBackProvesNothingOnceAnotherWriteBegan() throws Exception {
        Operations node = site.node("node-1");
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP7", "stop"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();
        site.device.readable = false;
        site.rows.execute("update operation set leased_until = now() - interval '1 second'");
        site.awaitAsked("OP7", "unknown");
        site.device.readable = true;
        node.ask(request("OP8", "stop"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP8")).isEqualTo("unknown"));

        site.device.goOn();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select word, counted from operation_word where way = 'late_answer'"))
                .containsExactly("ACCEPTED f"));
        assertThat(site.state("OP7")).isEqualTo("unknown");
    }

    @Test
    @Tag("I06")
    void whatIsReadBackWhileAnotherWriteGoesOnProvesNothing() {
        Operations node = site.node("node-1");
        site.device.will(Turn.LOSE_REQUEST);
        site.device.readable = true;
        node.ask(request("OP7", "stop"));
        AtomicBoolean once = new AtomicBoolean();
        site.device.atReading = () -> {
            if (site.state("OP7").equals("unknown") && once.compareAndSet(false, true)) {
                node.ask(request("OP8", "stop"));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(site.state("OP8")).isEqualTo("unknown"));
            }
        };

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select evidence from operation_word where way = 'read_back'"))
                .anySatisfy(evidence -> assertThat(evidence).contains("Another write began since")));
        assertThat(site.state("OP7")).isEqualTo("unknown");
        // The first one's frame may still come.
        assertThat(site.state("OP8")).isEqualTo("unknown");
        assertThat(site.device.written).containsExactly("shift/OP8");
    }

    @Test
    void aFaultInOneStepOfTheClockHoldsUpNothingElse() {
        site.reloading = () -> {
            throw new StackOverflowError("of a test");
        };
        Operations node = site.node("node-1");
        site.device.will(Turn.LOSE_ANSWER);

        node.ask(request("OP7", "stop"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo("succeeded"));
        assertThat(site.history("OP7")).contains("unknown");
    }

    @Test
    void aNulInATextIsNoReasonToAskForEver() {
        Operations node = site.node("node-1");
        OperationRequest odd = new OperationRequest(
                "shift",
                "shift",
                OperationRequest.Door.MQTT,
                "OP7",
                "conveyor",
                "speed",
                OperationFixture.json("{\"speed\": 20, \"why\": \"a\\u0000b\"}"),
                null,
                Duration.ofSeconds(300),
                null,
                "a\0b");
        assertThat(node.ask(odd)).isInstanceOf(Asked.New.class);
        assertThat(node.ask(odd)).isInstanceOf(Asked.Known.class);
        assertThat(node.ask(OperationFixture.replacing("OP8", "stop", "a\0b", "wrong")))
                .isInstanceOf(Asked.Invalid.class);
        node.ask(request("OP9", "start"));
        assertThat(node.people().refuse(shift("OP9"), new OperationPeople.Signed("anna", "a\0b")))
                .isInstanceOf(OperationPeople.Answered.Moved.class);
    }

    @Test
    void aStopWaitsForWhatIsInFlightAndRecordsIt() throws Exception {
        Operations node = site.node("node-1");
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP7", "stop"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();

        Thread stop = new Thread(node::close);
        stop.start();
        site.device.goOn();
        stop.join(60_000);

        assertThat(stop.isAlive()).isFalse();
        assertThat(site.state("OP7")).isEqualTo("succeeded");
    }

    @Test
    void anAnswerAfterItsLeaseIsKeptAndCountsIfItProvesSomething() throws Exception {
        Operations node = site.node("node-1");
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP7", "once"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();
        site.device.readable = false;
        site.rows.execute("update operation set leased_until = now() - interval '1 second'");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo("unknown"));

        site.device.readable = true;
        site.device.goOn();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo("succeeded"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.rows.count("operation_word where way = 'late_answer'"))
                        .isOne());
        assertThat(site.device.written).containsExactly("shift/OP7");
    }

    private static Operation outcome(Operations node, String id) throws Exception {
        Asked asked = node.ask(request(id, "stop"), Duration.ofSeconds(60))
                .toCompletableFuture()
                .get();
        return asked instanceof Asked.New fresh ? fresh.operation() : ((Asked.Known) asked).operation();
    }
}
