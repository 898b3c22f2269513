package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.delivery.sms.Unanswered.Submit;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.Message;
import io.plantgate.effect.Purpose;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which submit a receipt speaks of when its answer never came. */
class UnansweredTest {

    private static final String DIGITS = "4915550001";

    private final Unanswered unanswered = new Unanswered();

    @Test
    void referencesComeAgainOnlyAfterAllOthersWhicheverNodesAttemptsTheyAre() {
        Set<Short> seen = new HashSet<>();
        for (long attemptId = 7; attemptId < 7 + 65_536; attemptId++) {
            seen.add(unanswered.reference(attemptId, 1));
        }

        assertThat(seen).hasSize(65_536);
        assertThat(new Unanswered().reference(4_711, 2)).isEqualTo(unanswered.reference(4_711, 2));
    }

    @Test
    void partsOfNeighbouringAttemptsHaveReferencesOfTheirOwn() {
        Set<Short> seen = new HashSet<>();
        for (long attemptId = 1; attemptId <= 16_384; attemptId++) {
            for (int partNo = 1; partNo <= 3; partNo++) {
                seen.add(unanswered.reference(attemptId, partNo));
            }
        }

        assertThat(seen).hasSize(16_384 * 3);
    }

    @Test
    void aReceiptOfAMessageThatWasNotSentHereFindsNothing() {
        unanswered.add(unanswered.reference(41, 1), submit(41));

        assertThat(unanswered.remove(unanswered.reference(42, 1), DIGITS)).isEmpty();
        assertThat(unanswered.remove(unanswered.reference(41, 1), DIGITS)).contains(submit(41));
    }

    @Test
    void oneWhoseReferenceHasBeenGivenAgainIsNotGuessedAt() {
        unanswered.add(unanswered.reference(41, 1), submit(41));
        unanswered.add(unanswered.reference(41 + 60_000, 1), submit(41 + 60_000));

        assertThat(unanswered.remove(unanswered.reference(41, 1), DIGITS)).isEmpty();
    }

    private static Submit submit(long attemptId) {
        return new Submit(
                new ClaimedEffect(
                        7,
                        attemptId,
                        1,
                        false,
                        Purpose.SEND,
                        "7/alarm",
                        3,
                        "sms-alarm",
                        "sms",
                        List.of(),
                        Message.NONE,
                        MissingNode.getInstance(),
                        Instant.EPOCH),
                new SendingKey("+" + DIGITS, 1, 1, "ab"),
                1);
    }
}
