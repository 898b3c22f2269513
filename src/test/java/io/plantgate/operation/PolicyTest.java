package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.json;
import static io.plantgate.operation.OperationFixture.replacing;
import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static io.plantgate.operation.OperationFixture.speed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.operation.OperationPeople.Answered;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.ScriptedDevice.Turn;
import io.plantgate.testing.LogLines;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the equipment's file, the device's state and people allow. */
class PolicyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "agreed with the shift");
    private static final Signed BORIS = new Signed("boris", "agreed too");

    private final OperationFixture site = new OperationFixture();
    private final Operations node = site.node("node-1");

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stranger | stop  | {}                             | CLIENT_NOT_ALLOWED",
                "shift    | speed | {\"speed\": 51}                | PARAMETERS_OUT_OF_BOUNDS",
                "shift    | speed | {\"speed\": \"fast\"}          | PARAMETERS_OUT_OF_BOUNDS",
                "shift    | speed | {}                             | PARAMETERS_OUT_OF_BOUNDS",
                "shift    | speed | {\"speed\": 5, \"color\": 1}   | PARAMETERS_OUT_OF_BOUNDS",
                "shift    | speed | {\"speed\": 1e999999999}       | PARAMETERS_OUT_OF_BOUNDS",
                "shift    | stop  | {\"hard\": true}               | PARAMETERS_OUT_OF_BOUNDS",
            })
    void whatTheFileDoesNotAllowIsRecordedAsRefusedAndNeverWritten(
            String client, String command, String parameters, String code) {
        Asked asked = node.ask(request(client, "OP7", command, json(parameters)));

        assertThat(asked).isInstanceOfSatisfying(Asked.New.class, fresh -> {
            assertThat(fresh.operation().state()).isEqualTo(OperationState.REFUSED);
            assertThat(fresh.operation().code()).isEqualTo(code);
        });
        assertThat(node.ask(request(client, "OP7", command, json(parameters)))).isInstanceOf(Asked.Known.class);
        assertThat(site.device.writes).isEmpty();
    }

    @Test
    @Tag("W-43")
    void moreInAMinuteThanTheFileAllowsIsRefusedForNowAndTheNameStaysFree() {
        node.ask(request("OP1", "jog"));
        node.ask(request("OP2", "jog"));

        assertThat(node.ask(request("OP3", "jog"))).isInstanceOfSatisfying(Asked.Later.class, later -> {
            assertThat(later.code()).isEqualTo("RATE_EXCEEDED");
            assertThat(later.retryAfterSeconds()).isBetween(1, 60);
        });
        assertThat(node.ask(request("OP2", "jog"))).isInstanceOf(Asked.Known.class);
        assertThat(node.find(shift("OP3"))).isEmpty();

        site.rows.execute("update operation set received_at = received_at - interval '61 seconds'");
        assertThat(node.ask(request("OP3", "jog"))).isInstanceOf(Asked.New.class);
    }

    @Test
    void anInterlockThatIsReadFreshRefusesItAndNothingIsWritten() {
        site.device.tags.put("local", JsonNodeFactory.instance.booleanNode(true));

        node.ask(request("OP7", "stop"));

        awaitState("OP7", "refused");
        assertThat(site.device.writes).isEmpty();
        assertThat(site.rows.one("select word, writing_at from operation_attempt"))
                .isEqualTo("NOT_ALLOWED null");
        assertThat(site.rows.one("select evidence from operation_history where to_state = 'refused'"))
                .contains("local is true");
    }

    @Test
    @Tag("W-48")
    @Tag("W-49")
    void aDeviceThatIsNotReachedIsTriedAgainAndOnlyThen() {
        site.device.will(Turn.UNREACHABLE, Turn.UNREACHABLE);

        node.ask(request("OP7", "stop"));

        awaitState("OP7", "succeeded");
        assertThat(site.rows.list("select word from operation_attempt order by attempt_id"))
                .containsExactly("NEVER_REACHED", "NEVER_REACHED", "ACCEPTED");
        assertThat(site.device.written).hasSize(1);
    }

    @Test
    void whoIsNeverReachedHasCertainlyFailed() {
        site.device.will(Turn.UNREACHABLE, Turn.UNREACHABLE, Turn.UNREACHABLE);
        node.ask(request("OP7", "stop"));
        awaitState("OP7", "failed");

        site.device.will(Turn.UNREACHABLE);
        node.ask(request("OP8", "once"));
        awaitState("OP8", "failed");

        assertThat(site.device.writes).isEmpty();
        assertThat(site.rows.list(
                        "select count(*) from operation_attempt group by operation_key order by operation_key"))
                .containsExactly("3", "1");
    }

    @Test
    void aDeviceThatRefusesHasCertainlyNotDoneIt() {
        site.device.will(Turn.REFUSE);

        node.ask(request("OP7", "stop"));

        awaitState("OP7", "failed");
        assertThat(node.find(shift("OP7")).orElseThrow().code()).isEqualTo("ILLEGAL_DATA_VALUE");
    }

    @Test
    void equalBeforeAndAfterProvesNothing() {
        site.device.tags.put("running", JsonNodeFactory.instance.booleanNode(false));

        node.ask(request("OP7", "stop"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.rows.one("select recoveries >= 3, code, state from operation"))
                        .isEqualTo("t EQUAL_BEFORE unknown"));
        assertThat(site.rows.count("work_item where kind = 'OPERATION'")).isOne();
    }

    @Test
    void aCommandThatOnlyReadsAnswersWithValues() {
        node.ask(request("OP7", "look"));

        awaitState("OP7", "succeeded");
        assertThat(node.find(shift("OP7")).orElseThrow().result()).isEqualTo("{\"running\":true,\"speed\":10}");
        assertThat(site.device.writes).isEmpty();
    }

    @Test
    void whoAsksDoesNotAuthoriseAndFourEyesNeedTwo() {
        node.ask(request("OP7", "reset"));

        assertThat(node.people().authorise(shift("OP7"), new Signed("shift", "myself")))
                .isInstanceOf(Answered.NotYou.class);
        assertThat(node.people().authorise(shift("OP7"), ANNA))
                .isInstanceOfSatisfying(Answered.Noted.class, noted -> assertThat(noted.missing())
                        .isOne());
        assertThat(node.people().authorise(shift("OP7"), ANNA)).isInstanceOf(Answered.NotYou.class);
        assertThat(site.state("OP7")).isEqualTo("awaiting_authorisation");
        assertThat(node.people().authorise(shift("OP7"), BORIS)).isInstanceOf(Answered.Moved.class);
        awaitState("OP7", "succeeded");
        assertThat(site.rows.list("select approver, reason from operation_approval order by approved_at"))
                .containsExactly("anna agreed with the shift", "boris agreed too");
    }

    @Test
    @Tag("W-29")
    @Tag("W-30")
    @Tag("W-47")
    void doingItAgainIsANewOperationThatNamesTheOldAndNeedsAnApprover() {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        awaitState("OP7", "unknown");

        assertThat(node.ask(replacing("OP8", "stop", "OP7", null))).isInstanceOf(Asked.Invalid.class);
        assertThat(node.ask(replacing("OP8", "stop", "nothing", "it still runs")))
                .isInstanceOf(Asked.Invalid.class);
        node.ask(replacing("OP8", "stop", "OP7", "it still runs"));

        assertThat(site.state("OP8")).isEqualTo("awaiting_authorisation");
        node.people().authorise(shift("OP8"), ANNA);
        // As long as nobody knows whether the first may still come, what is read may be its doing.
        awaitState("OP8", "unknown");
        assertThat(site.state("OP7")).isEqualTo("unknown");
        node.people().settle(shift("OP7"), OperationState.FAILED, "its frame was never seen", ANNA);
        awaitState("OP8", "succeeded");
        assertThat(site.rows.one("select o.replaces = p.operation_key from operation o, operation p"
                        + " where o.operation_id = 'OP8' and p.operation_id = 'OP7'"))
                .isEqualTo("t");
        assertThat(site.device.written).containsExactly("shift/OP8");
    }

    @Test
    void whatReplacesTheReplacementOfAnUnknownNeedsTheSameApproval() {
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "stop"));
        awaitState("OP7", "unknown");

        node.ask(replacing("OP8", "stop", "OP7", "it still runs"));
        node.ask(replacing("OP9", "stop", "OP8", "wrong name"));
        node.ask(replacing("OP10", "stop", "OP9", "wrong again"));

        assertThat(site.state("OP8")).isEqualTo("superseded");
        assertThat(site.state("OP10")).isEqualTo("awaiting_authorisation");
        assertThat(site.rows.one("select approvals_needed from operation where operation_id = 'OP10'"))
                .isEqualTo("1");
        assertThat(site.device.written).isEmpty();
    }

    @Test
    @Tag("W-42")
    void onlyAWrittenRuleLetsANewerOneTakeTheTurnOfThoseThatWait() throws Exception {
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP1", "stop"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();
        node.ask(request("shift", "OP2", "speed", speed(20)));
        node.ask(request("shift", "OP3", "speed", speed(30)));
        node.ask(request("OP4", "home"));
        node.ask(request("OP5", "home"));
        site.device.goOn();

        awaitState("OP3", "succeeded");
        assertThat(site.state("OP2")).isEqualTo("superseded");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.device.written)
                .containsExactly("shift/OP1", "shift/OP3", "shift/OP4", "shift/OP5"));
    }

    @Test
    void aReadBackProvesNothingOnceAnotherWriteBegan() {
        site.device.readable = true;
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "once"));
        awaitState("OP7", "unknown");
        node.ask(request("scada", "OP8", "stop", null));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.device.written).containsExactly("scada/OP8"));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.one("select recover_at from operation where operation_id = 'OP7'"))
                .isEqualTo("null"));
        assertThat(site.state("OP7")).isEqualTo("unknown");
    }

    @Test
    @Tag("E-60")
    void nobodyElseAsksInTheNameOfEffects() {
        assertThat(node.ask(request("effects", "OP7", "stop", null)))
                .isInstanceOfSatisfying(Asked.Invalid.class, invalid -> assertThat(invalid.detail())
                        .contains("nobody else in its name"));
        assertThat(site.rows.count("operation")).isZero();
    }

    @Test
    void whatTheDeviceKnowsOfAnOperationSettlesIt() {
        site.device.will(Turn.LOSE_ANSWER);
        site.device.knows.put("shift/OP7", new DeviceWord.Done(null, "handshake: number 1, state 2"));

        node.ask(request("OP7", "home"));

        awaitState("OP7", "succeeded");
        assertThat(site.rows.one("select origin, actor from operation_history where to_state = 'succeeded'"))
                .isEqualTo("device conveyor");
    }

    @Test
    void validityThatEndsBeforeItsTurnIsNeverSent() {
        node.ask(request("OP7", "start"));
        site.rows.execute("update operation set valid_until = now()");

        awaitState("OP7", "expired");
        assertThat(node.people().authorise(shift("OP7"), ANNA)).isInstanceOf(Answered.NotNow.class);
        assertThat(site.device.writes).isEmpty();
    }

    @ParameterizedTest
    @Tag("W-63")
    @ValueSource(
            strings = {
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
                "password=hunter2",
                "Bearer:abc",
                "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
                "kQ3vB9zL0xW7pT5yR2mN8sD4fG6hJ1aC3eU5iO7t",
                "AKIAIOSFODNN7EXAMPLE",
                "key/ASIAIOSFODNN7EXAMPLE",
                "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
                "xoxb-2345-abc",
                "glpat-x1Y2z3",
                "ya29.a0AfH6SM",
                "AIzaSyA1b2C3d4E5f6G7h8I9j0",
                "user:Passw0rd!",
                "https://mes:geheim@host/1",
            })
    void idsThatLookLikeSecretsAreRefusedAndNotLogged(String id) {
        try (LogLines log = new LogLines()) {
            assertThat(node.ask(request(id, "stop"))).isInstanceOfSatisfying(Asked.Invalid.class, invalid -> {
                assertThat(invalid.fault()).isEqualTo(Asked.Fault.ID_SECRET);
                assertThat(invalid.detail()).doesNotContain(id);
            });
            assertThat(log.with(id)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHIFT-17-STOP-1",
                "4711:20",
                "ORDER:4711#2",
                "urn:plant:order:4711",
                "pumps/trip-to-stop/4711",
                "SAKIAB-1234567890123",
                "9f8b0c2e7d6a4b5c8e1f2a3b4c5d6e7f",
                "550e8400-e29b-41d4-a716-446655440000",
            })
    void namesOfTheBusinessAreNoSecrets(String id) {
        assertThat(OperationIds.objection(id, 128)).isEmpty();
    }

    @Test
    @Tag("W-63")
    void logsHoldDigestsAndNoParameters() {
        try (LogLines log = new LogLines()) {
            node.ask(request("shift", "OP7", "speed", json("{\"speed\": 47.11, \"why\": \"geheim\"}")));
            awaitState("OP7", "succeeded");

            String digest = node.find(shift("OP7")).orElseThrow().digest();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(log.with("shift/OP7", digest, "arbitration won"))
                    .isNotEmpty());
            assertThat(log.with("geheim")).isEmpty();
            assertThat(log.with("47.11")).isEmpty();
        }
    }

    private void awaitState(String id, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.state(id)).isEqualTo(state));
    }
}
