package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectPart;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A centre that takes a message and does not say what it calls it (submit_sm_resp without a body). */
class NamelessMessageTest {

    private static final SendingKey KEY = new SendingKey("+4915550001", 41, 1, "ab");

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void itIsTakenAndNotSentAgainAndNobodyAsksForIt(String messageId) {
        Progress progress = Progress.of(KEY, new Recipient("shift", SmsAddress.number(KEY.to())), List.of());
        progress.took(1, new SubmitAnswer.Taken(messageId).messageId());

        List<EffectPart> kept = progress.parts();
        assertThat(Progress.of(KEY, progress.recipient(), kept).lacks(1)).isFalse();
        assertThat(progress.references()).containsExactly("(no message id)");
        assertThat(new SmsQuestion(null, null).ask(asking(progress.references())))
                .isInstanceOfSatisfying(Outcome.Unknown.class, unknown -> assertThat(unknown.reason())
                        .contains("NOTHING_TO_ASK", "without a message id"));
    }

    private static ClaimedEffect asking(List<String> references) {
        return new ClaimedEffect(
                7,
                8,
                2,
                false,
                Purpose.QUERY,
                "7/alarm",
                3,
                "sms-alarm",
                "sms",
                references,
                Message.NONE,
                MissingNode.getInstance(),
                Instant.EPOCH);
    }
}
