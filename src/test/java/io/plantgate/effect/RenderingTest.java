package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.effect.MessageTemplate.Form;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Templates that take too long or make too much. */
class RenderingTest {

    private static final JsonNode EVENT = JsonNodeFactory.instance.objectNode().put("says", "High");

    private static final long BYTES_MAX = 33_554_432;
    private static final String ENDLESS = "def f(n) if ($n > 0) f($n - 1) + f($n - 1) else 1  f(90)";

    private final CountDownLatch end = new CountDownLatch(1);
    private final Rendering impatient = new Rendering(20, 1_000, BYTES_MAX);
    private final Rendering patient = new Rendering(60_000, 1_000, BYTES_MAX);

    @AfterEach
    void close() {
        end.countDown();
        impatient.close();
        patient.close();
    }

    @Test
    void aTemplateThatDoesNotEndIsEndedAndFailsItsEffectTheThirdTime() {
        Kind kind = kind(ENDLESS);

        for (Class<?> word : List.of(Outcome.NotDone.class, Outcome.NotDone.class, Outcome.Rejected.class)) {
            assertThatThrownBy(() -> impatient.render(kind, EVENT))
                    .isInstanceOfSatisfying(MessageFailedException.class, failed -> assertThat(failed.outcome())
                            .isInstanceOf(word))
                    .hasMessageContainingAll("kind sms", "sms.effect.yaml", "20 ms", "template-millis-max");
            await().atMost(Duration.ofSeconds(60)).until(() -> impatient.astrayOfAll() == 0);
        }
        assertThat(impatient.refuses(kind)).isFalse();
    }

    @Test
    void aTemplateThatTakesTheMemoryIsEndedAndNamesTheBound() {
        Kind kind = kind("def grow(list) grow($list + $list)  grow([.says, .says])");

        assertThatThrownBy(() -> patient.render(kind, EVENT))
                .isInstanceOfSatisfying(MessageFailedException.class, failed -> assertThat(failed.outcome())
                        .isInstanceOf(Outcome.Rejected.class))
                .hasMessageContainingAll("kind sms", "sms.effect.yaml", "33554432 bytes", "template-bytes-max");
    }

    @Test
    void howeverOftenAFileIsWrittenNoMoreThanFourOfItsMessagesGoAstray() {
        for (int version = 0; version < 5; version++) {
            Kind kind = kind(".says" + " ".repeat(version));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> impatient.render(kind, neverRead()))
                        .isInstanceOf(MessageFailedException.class);
            }
        }

        assertThat(impatient.astray()).containsOnlyKeys("sms").containsValue(4);
        assertThat(impatient.refuses(kind(".says"))).isTrue();
        assertThat(impatient.refuses(kind("erp-posting", ".says"))).isFalse();
    }

    @Test
    void aTemplateThatIsStillAtWorkOnTwoEventsLetsItsOthersWaitUntilItHasEnded() {
        Kind kind = kind(".says");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> impatient.render(kind, neverRead())).isInstanceOf(MessageFailedException.class);
        }

        assertThatThrownBy(() -> patient.render(kind, EVENT))
                .isInstanceOfSatisfying(MessageFailedException.class, failed -> assertThat(failed.outcome())
                        .isInstanceOfSatisfying(Outcome.NotDone.class, later -> assertThat(later.counted())
                                .isFalse()));
        assertThat(patient.render(kind(".says"), EVENT).text())
                .as("another kind, or the same one mended")
                .isEqualTo("\"High\"");

        end.countDown();
        await().atMost(Duration.ofSeconds(60)).until(() -> impatient.astrayOfAll() == 0);
        assertThat(patient.render(kind, EVENT).text()).isEqualTo("\"High\"");
    }

    @Test
    void aMessageOverItsBoundFailsBeforeItIsMadeWhole() {
        // Doubled sixty times it would be larger than all memory.
        StringBuilder doubling = new StringBuilder("let v0 = \"x\"\n");
        for (int i = 1; i <= 60; i++) {
            doubling.append("let v%d = [$v%d, $v%d]%n".formatted(i, i - 1, i - 1));
        }

        assertThatThrownBy(() -> patient.render(kind(doubling + "$v60"), EVENT))
                .isInstanceOf(MessageFailedException.class)
                .hasMessageContainingAll("kind sms", "sms.effect.yaml", "1000 bytes", "message-bytes-max");
    }

    /** What a template that reads it waits for. */
    private ObjectNode neverRead() {
        return new ObjectNode(JsonNodeFactory.instance) {
            @Override
            public JsonNode get(String name) {
                DeliveryTest.awaitUninterruptibly(end);
                return EVENT.get(name);
            }
        };
    }

    private static Kind kind(String template) {
        return kind("sms", template);
    }

    private static Kind kind(String name, String template) {
        return new Kind(
                name,
                "sms",
                MessageTemplate.compile("sms.effect.yaml", template, Form.JSON),
                EffectFixture.WAIT,
                EffectFixture.AT_ONCE,
                null,
                Lane.NONE,
                null,
                template);
    }
}
