package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.delivery.erp.TalkativeErp.Manner;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.Unknown;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers on a connection are told apart by their order alone: what a target writes unasked must not become one. */
@Tag("E-58")
class UnaskedAnswerTest {

    private TalkativeErp erp;
    private DeliveryLine line;

    @AfterEach
    void stop() throws Exception {
        line.close();
        erp.close();
    }

    private DeliveryLine line(Manner manner, String connections) throws Exception {
        erp = TalkativeErp.start(manner);
        line = DeliveryLine.to(erp.url())
                .with("concurrency", "1")
                .with("connections", connections)
                .start();
        return line;
    }

    @ParameterizedTest
    @EnumSource(
            value = Manner.class,
            names = {"ANSWERS_TWICE", "REMEMBERS"})
    void whatATargetWritesUnaskedIsNeverTheAnswerToTheNextEffect(Manner manner) throws Exception {
        line(manner, "single");

        assertDelivered("k-1");
        assertDelivered("k-2");
        assertDelivered("k-3");

        assertThat(erp.keys()).containsExactly("k-1", "k-2", "k-3");
        assertThat(erp.connectionCount()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = Manner.class,
            names = {"ANSWERS_TWICE", "ANSWERS"})
    void aKeptConnectionThatHoldsUnreadBytesTakesNoMoreRequests(Manner manner) throws Exception {
        line(manner, "kept");

        assertDelivered("k-1");
        if (manner == Manner.ANSWERS) {
            erp.writeUnasked("k-0");
        }
        assertDelivered("k-2");

        assertThat(erp.keys()).containsExactly("k-1", "k-2");
        assertThat(erp.connectionCount()).isEqualTo(2);
    }

    @Test
    void aKeptConnectionServesOneEffectAfterTheOther() throws Exception {
        line(Manner.ANSWERS, "kept");

        assertDelivered("k-1");
        assertDelivered("k-2");
        assertDelivered("k-3");

        assertThat(erp.connectionCount()).isEqualTo(1);
    }

    @Test
    void aKeptConnectionThatTheTargetHasClosedCostsNoAttempt() throws Exception {
        line(Manner.CLOSES_AFTER_THE_FIRST, "kept");

        assertDelivered("k-1");
        await().atMost(Duration.ofSeconds(20)).until(erp::hasClosedAll);
        assertDelivered("k-2");

        assertThat(erp.keys()).containsExactly("k-1", "k-2");
    }

    @Test
    @Tag("E-57")
    void aRequestThatAKeptConnectionTookIsNotSentAgainOnAnother() throws Exception {
        line(Manner.CLOSES_AT_THE_SECOND, "kept");

        assertDelivered("k-1");
        assertThat(line.send("k-2")).isInstanceOf(Unknown.class);

        assertThat(erp.keys()).containsExactly("k-1", "k-2");
    }

    private void assertDelivered(String key) {
        Outcome outcome = line.send(key);
        assertThat(outcome).isInstanceOfSatisfying(Delivered.class, delivered -> assertThat(delivered.reference())
                .isEqualTo("D-" + key));
    }
}
