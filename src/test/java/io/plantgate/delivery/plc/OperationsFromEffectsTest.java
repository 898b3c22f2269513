package io.plantgate.delivery.plc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectReports;
import io.plantgate.effect.EffectsUnreachableException;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.OperationState;
import io.plantgate.operation.Operations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects that become operations, against a scripted device; no event and no route. */
class OperationsFromEffectsTest {

    private static final String STOP = "{\"target\": \"conveyor\", \"command\": \"stop\", \"validSeconds\": 300}";
    private static final String KEY = "7/pumps/trip-stops-conveyor";
    private static final Signed ANNA = new Signed("anna", "nobody at the belt");

    private final OperationFixture site = new OperationFixture();
    private final Operations operations = site.node("node-1");
    private final OperationsFromEffects step = new OperationsFromEffects(operations);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("E-60")
    void howeverOftenAnEffectIsTriedThereIsOneOperationAndItWaitsForAPerson() {
        Outcome first = step.outcome(effect(STOP));
        Outcome again = step.outcome(effect(STOP));

        assertThat(first).isInstanceOfSatisfying(Outcome.Accepted.class, accepted -> assertThat(accepted.references())
                .containsExactly(KEY));
        assertThat(again).isEqualTo(first);
        assertThat(site.rows.count("operation")).isEqualTo(1);
        assertThat(state()).isEqualTo(OperationState.AWAITING_AUTHORISATION);
        assertThat(site.rows.count("operation_attempt")).isZero();
    }

    @Test
    @Tag("E-60")
    void anEffectThatComesTooLateMakesNoOperation() {
        Outcome outcome = step.outcome(effect(STOP, Purpose.SEND, Instant.now().minus(Duration.ofMinutes(6))));

        assertThat(outcome.reason()).startsWith("OPERATION_EXPIRED");
        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(site.rows.count("operation")).isZero();
    }

    @Test
    @Tag("E-60")
    void aCommandThatTheTargetsPolicyDoesNotGiveToEffectsIsRejected() {
        Outcome outcome = step.outcome(effect(STOP.replace("stop", "start")));

        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.reason()).startsWith("REFUSED");
        assertThat(state()).isEqualTo(OperationState.REFUSED);
    }

    @Test
    void anotherOrderUnderTheSameKeyIsUnknownAndTheFirstStays() {
        step.outcome(effect(STOP));

        Outcome outcome = step.outcome(effect(STOP.replace("stop", "look")));

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(operation().command()).isEqualTo("stop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "no JSON",
                "{\"target\": \"conveyor\", \"command\": \"stop\"}",
                "{\"target\": \"conveyor\", \"command\": \"stop\", \"validSeconds\": 300, \"operationId\": \"mine\"}",
                "{\"target\": \"nowhere\", \"command\": \"stop\", \"validSeconds\": 300}"
            })
    void aMessageThatIsNoOrderIsRejected(String message) {
        assertThat(step.outcome(effect(message))).isInstanceOf(Outcome.Rejected.class);
        assertThat(site.rows.count("operation")).isZero();
    }

    @Test
    void aQuestionSaysWhatStandsAndThatNothingDoes() {
        ClaimedEffect question = effect(STOP, Purpose.QUERY, Instant.now());

        assertThat(step.outcome(question)).isInstanceOf(Outcome.Absent.class);
        step.outcome(effect(STOP));
        assertThat(step.outcome(question)).isInstanceOf(Outcome.Accepted.class);
        assertThat(site.rows.count("operation")).isEqualTo(1);
    }

    @Test
    @Tag("E-60")
    void theEffectHearsThatItsOperationSucceededOnceItWasAuthorised() {
        try (OperationEnds ends = new OperationEnds(operations, this::hear, 20)) {
            step.outcome(effect(STOP));

            operations.people().authorise(name(), ANNA);

            awaitTold("Delivered");
            assertThat(site.rows.one("select told_at is not null from operation"))
                    .isEqualTo("t");
        }
    }

    @Test
    void theEffectHearsThatAPersonRefused() {
        try (OperationEnds ends = new OperationEnds(operations, this::hear, 20)) {
            step.outcome(effect(STOP));

            operations.people().refuse(name(), ANNA);

            awaitTold("Rejected");
        }
    }

    @Test
    @Tag("I06")
    @Tag("I08")
    void theEffectHearsOfAnUnknownAndOfItsSettlementAndNothingIsWrittenAgain() {
        site.loseTheNextRequest();
        try (OperationEnds ends = new OperationEnds(operations, this::hear, 20)) {
            step.outcome(effect(STOP));
            operations.people().authorise(name(), ANNA);
            awaitTold("Unknown");
            assertThat(step.outcome(effect(STOP))).isInstanceOf(Outcome.Accepted.class);

            operations.people().settle(name(), OperationState.FAILED, "the belt runs", ANNA);

            awaitTold("Unknown", "Rejected");
        }
        assertThat(site.rows.one("select count(*) from operation_attempt")).isEqualTo("1");
    }

    @Test
    void whatCouldNotBeToldIsToldLater() {
        List<String> refused = new CopyOnWriteArrayList<>();
        EffectReports away = (channel, reference, outcome) -> {
            refused.add(reference);
            throw new EffectsUnreachableException("away", null);
        };
        step.outcome(effect(STOP));
        operations.people().refuse(name(), ANNA);
        try (OperationEnds ends = new OperationEnds(operations, away, 20)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> refused.size() > 1);
        }
        try (OperationEnds ends = new OperationEnds(operations, this::hear, 20)) {
            awaitTold("Rejected");
        }
    }

    private void hear(String channel, String reference, Outcome outcome) {
        assertThat(channel).isEqualTo("plc");
        assertThat(reference).isEqualTo(KEY);
        told.add(outcome.getClass().getSimpleName());
    }

    private void awaitTold(String... words) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(told).containsExactly(words));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(operations.untold(1)).isEmpty());
    }

    private Operation operation() {
        return operations.find(name()).orElseThrow();
    }

    private OperationState state() {
        return operation().state();
    }

    private static Name name() {
        return new Name(OperationsFromEffects.CLIENT, KEY);
    }

    private static ClaimedEffect effect(String message) {
        return effect(message, Purpose.SEND, Instant.now());
    }

    private static ClaimedEffect effect(String message, Purpose purpose, Instant plannedAt) {
        return new ClaimedEffect(
                7,
                1,
                1,
                false,
                purpose,
                KEY,
                7,
                "conveyor-stop",
                "plc",
                List.of(),
                new Message(message.getBytes(StandardCharsets.UTF_8), "application/json"),
                MissingNode.getInstance(),
                plannedAt);
    }
}
