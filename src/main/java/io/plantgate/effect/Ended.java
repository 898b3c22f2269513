package io.plantgate.effect;

import java.time.Duration;

/**
 * The end of an attempt, to be recorded.
 *
 * @param outcome what it turned out to be
 * @param consequence what follows from that
 * @param requestDigest SHA-256 of what was sent, or null
 * @param took how long the delivery route had it
 */
record Ended(Claim claim, Outcome outcome, Consequence consequence, byte[] requestDigest, Duration took) {

    private static final int TEXT_BYTES_MAX = 1_000;

    /** The outcome's word in the table of attempts. */
    String word() {
        return OutcomeWord.of(outcome).name();
    }

    String reason() {
        return text(consequence.reason() == null ? outcome.reason() : consequence.reason());
    }

    String attemptReason() {
        return text(outcome.reason());
    }

    String reference() {
        if (outcome instanceof Outcome.Accepted accepted
                && !accepted.references().isEmpty()) {
            return text(String.join(" ", accepted.references()));
        }
        return text(consequence.reference());
    }

    String answerStatus() {
        return text(outcome.answer().status());
    }

    String answerText() {
        return Texts.storable(outcome.answer().text());
    }

    Long dueMillis() {
        return consequence.due() == null ? null : consequence.due().toMillis();
    }

    private static String text(String text) {
        return text == null
                ? null
                : Texts.storable(new Answer(null, text).cut(TEXT_BYTES_MAX).text());
    }
}
