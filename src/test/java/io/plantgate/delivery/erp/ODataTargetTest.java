package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.NotDone;
import io.plantgate.effect.Outcome.Rejected;
import io.plantgate.effect.Outcome.Unknown;
import io.plantgate.effect.Purpose;
import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several effects in one request, and a session with a CSRF token, as S/4 wants them. */
class ODataTargetTest {

    private final SimulatedErp erp = SimulatedErp.start(0);
    private DeliveryLine line;

    @BeforeEach
    void start() throws Exception {
        line = DeliveryLine.inBatches(erp).with("rejectedPointer", "/error").start();
    }

    @AfterEach
    void stop() {
        line.close();
        erp.close();
    }

    @Test
    @Tag("I03")
    void aBatchIsJudgedItemByItemWhateverItsOwnStatus() {
        erp.next(
                Turn.well(),
                Turn.says(400, "{\"error\":{\"message\":\"no such material\"}}"),
                Turn.says(503, "{}"),
                Turn.says(500, "{\"error\":{\"message\":\"dump\"}}"));

        List<Outcome> outcomes = line.deliver(postings("b-1", "b-2", "b-3", "b-4", "b-5"));

        assertThat(outcomes.get(0))
                .isInstanceOfSatisfying(Delivered.class, delivered -> assertThat(delivered.reference())
                        .isEqualTo(erp.postings("b-1").get(0).documentNumber()));
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(Rejected.class, rejected -> assertThat(
                        rejected.answer().text())
                .contains("no such material"));
        assertThat(outcomes.get(2)).isInstanceOf(NotDone.class);
        assertThat(outcomes.get(3)).isInstanceOf(Unknown.class);
        assertThat(outcomes.get(4)).isInstanceOf(Delivered.class);
    }

    @Test
    @Tag("I02")
    void aBatchWhoseAnswerIsLostIsUnknownAsAWholeAndItsKeysBookNothingMore() {
        erp.next(Turn.well(), Turn.booksThen(Turn.Ending.CLOSES));

        assertThat(line.deliver(postings("c-1", "c-2"))).hasOnlyElementsOfType(Unknown.class);
        assertThat(line.deliver(postings("c-1", "c-2"))).hasOnlyElementsOfType(Delivered.class);

        assertThat(erp.postings()).hasSize(2);
    }

    @Test
    void oneEffectAloneIsABatchOfOne() {
        assertThat(line.send("d-1")).isInstanceOf(Delivered.class);
    }

    @Test
    void aQueryTravelsInTheSameBatch() {
        line.send("e-1");

        List<Outcome> outcomes = line.deliver(
                DeliveryLine.effect("e-1", Purpose.QUERY, false, "{}"),
                DeliveryLine.effect("e-2", Purpose.QUERY, false, "{}"),
                DeliveryLine.posting("e-3"));

        assertThat(outcomes.get(0)).isInstanceOf(Delivered.class);
        assertThat(outcomes.get(1)).isInstanceOf(Unknown.class);
        assertThat(outcomes.get(2)).isInstanceOf(Delivered.class);
    }

    @Test
    void aMessageThatIsNoJsonIsRejectedAndItsNeighboursAreNotSpent() {
        List<Outcome> outcomes =
                line.deliver(DeliveryLine.posting("f-1"), DeliveryLine.effect("f-2", Purpose.SEND, false, "no json"));

        assertThat(outcomes.get(0)).isInstanceOfSatisfying(NotDone.class, notDone -> assertThat(notDone.counted())
                .isFalse());
        assertThat(outcomes.get(1)).isInstanceOf(Rejected.class);
        assertThat(erp.requests()).isZero();
    }

    @Test
    void aSessionThatEndedStopsNobodyAndTheNextAttemptBeginsAnother() {
        line.send("g-1");
        erp.endSessions();

        assertThat(line.send("g-2")).isInstanceOfSatisfying(NotDone.class, notDone -> assertThat(notDone.counted())
                .isFalse());
        assertThat(line.send("g-2")).isInstanceOf(Delivered.class);
    }

    private static ClaimedEffect[] postings(String... keys) {
        return Stream.of(keys).map(DeliveryLine::posting).toArray(ClaimedEffect[]::new);
    }
}
