package io.plantgate.delivery.erp;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Says what an answer proves about an effect. Statuses are read as in RFC 9110; where targets and the gateways in front of
 * them use one in more than one way, the weaker reading counts or the route decides.
 */
final class Judge {

    private final AnswerTerms terms;
    private final PositiveSign sign;
    private final boolean canAsk;
    private final Supplier<List<String>> secrets;
    private final Clock clock;

    /**
     * @param canAsk true if the target has an address for status queries
     * @param secrets what must not be kept of an answer
     */
    Judge(AnswerTerms terms, boolean canAsk, Supplier<List<String>> secrets, Clock clock) {
        this.terms = terms;
        this.sign = terms.sign();
        this.canAsk = canAsk;
        this.secrets = secrets;
        this.clock = clock;
    }

    Outcome judge(ClaimedEffect effect, HttpAnswer answer) {
        return effect.purpose() == Purpose.QUERY ? asked(effect, answer) : sent(effect, answer);
    }

    private Outcome sent(ClaimedEffect effect, HttpAnswer answer) {
        Answer kept = kept(answer);
        JsonNode json = answer.json();
        if (refusesInside(answer, json)) {
            return rejected(effect, answer, kept);
        }
        if (sign.saysAccepted(answer.status())) {
            return accepted(sign.reference(json).map(List::of).orElse(List.of()), answer, kept);
        }
        if (sign.maySayDelivered(answer.status())) {
            return sign.isPositive(json)
                    ? new Outcome.Delivered(sign.reference(json).orElse(null), kept)
                    : new Outcome.Unknown(noSign(answer), kept);
        }
        return byStatus(effect, answer, json, kept);
    }

    // A 500, a 404 or a 401 with an error inside says no more than without it.
    private boolean refusesInside(HttpAnswer answer, JsonNode json) {
        return answer.status() >= 200 && answer.status() < 300 && sign.isRefusal(json);
    }

    private Outcome byStatus(ClaimedEffect effect, HttpAnswer answer, JsonNode json, Answer kept) {
        if (answer.renewed()) {
            return new Outcome.NotDone(
                    said(answer, "an old access token or session was refused; the next attempt gets a new one"),
                    null,
                    false,
                    kept);
        }
        return switch (answer.status()) {
            case 401, 403, 407 ->
                new Outcome.TargetStopped(said(answer, "the target refuses the gateway's credentials"), kept);
            case 409 -> conflict(effect, answer, json, kept);
            case 400, 413, 414, 415, 422, 431 -> rejected(effect, answer, kept);
            case 429 -> new Outcome.NotDone(said(answer, "throttled"), retryAfter(answer), false, kept);
            case 503 -> unavailable(answer, kept);
            // Not the target's own word that it did nothing: 408 and 500 may come after it has acted, 502 and 504 from
            // a gateway in front of it.
            case 408, 499 -> unknown(answer, kept);
            case 501, 505 -> notDone(answer, kept);
            default -> answer.status() >= 400 && answer.status() < 500 ? notDone(answer, kept) : unknown(answer, kept);
        };
    }

    private Outcome conflict(ClaimedEffect effect, HttpAnswer answer, JsonNode json, Answer kept) {
        return switch (terms.conflict()) {
            case REJECTED -> rejected(effect, answer, kept);
            case NOT_DONE -> notDone(answer, kept);
            case DELIVERED ->
                sign.isPositive(json)
                        ? new Outcome.Delivered(sign.reference(json).orElse(null), kept)
                        : new Outcome.Unknown(noSign(answer), kept);
            default -> new Outcome.Unknown(said(answer, "in work there, or in another state"), kept);
        };
    }

    private Outcome unavailable(HttpAnswer answer, Answer kept) {
        if (terms.unavailable() == AnswerTerms.Taken.UNKNOWN) {
            return unknown(answer, kept);
        }
        // Who names a time is busy and says so; that is no failure to count.
        Duration wish = retryAfter(answer);
        return new Outcome.NotDone(said(answer, "not available now"), wish, wish == null, kept);
    }

    private Outcome rejected(ClaimedEffect effect, HttpAnswer answer, Answer kept) {
        String words = effect.repeat()
                ? "refused, but an earlier attempt may have been booked: ask the target for this key before a retry"
                : "the target refuses this content";
        return new Outcome.Rejected(said(answer, words), kept);
    }

    private Outcome notDone(HttpAnswer answer, Answer kept) {
        return new Outcome.NotDone(said(answer, "the target did not take it"), retryAfter(answer), true, kept);
    }

    private Outcome unknown(HttpAnswer answer, Answer kept) {
        String words = answer.redirect()
                .map(to -> "sent elsewhere (" + to + "), which is not followed")
                .orElse("it may have been done");
        return new Outcome.Unknown(said(answer, words), kept);
    }

    /** Of an effect that the answer to its batch does not speak of, or speaks of twice. */
    Outcome missing(HttpAnswer whole) {
        return new Outcome.Unknown(said(whole, "the answer does not say what became of this item"), kept(whole));
    }

    /** Of an effect whose batch was answered as a whole. */
    Outcome refusedBatch(ClaimedEffect effect, HttpAnswer whole) {
        Outcome outcome = judge(effect, whole);
        // Which item the target did not like is not said; a refusal must not strike its neighbours.
        return switch (whole.status()) {
            case 400, 413, 414, 415, 422, 431 -> notDone(whole, kept(whole));
            default ->
                whole.status() >= 200 && whole.status() < 300
                        ? new Outcome.Unknown(said(whole, "no answer to the items of a batch"), kept(whole))
                        : outcome;
        };
    }

    private Answer kept(HttpAnswer answer) {
        return answer.kept(secrets.get());
    }

    private Outcome asked(ClaimedEffect effect, HttpAnswer answer) {
        Answer kept = kept(answer);
        JsonNode json = answer.json();
        if (refusesInside(answer, json)) {
            return new Outcome.Rejected(said(answer, "the target refused it"), kept);
        }
        if (sign.saysAccepted(answer.status())) {
            return accepted(effect.references(), answer, kept);
        }
        if (sign.maySayDelivered(answer.status()) && sign.isPositive(json)) {
            return new Outcome.Delivered(sign.reference(json).orElse(null), kept);
        }
        return switch (answer.status()) {
            case 401, 403, 407 ->
                answer.renewed()
                        ? unanswered(answer, kept)
                        : new Outcome.TargetStopped(said(answer, "the target refuses the gateway's credentials"), kept);
            case 404, 410 -> notFound(answer, kept);
            default -> unanswered(answer, kept);
        };
    }

    private Outcome notFound(HttpAnswer answer, Answer kept) {
        return terms.notFound() == AnswerTerms.Taken.ABSENT
                ? new Outcome.Absent(said(answer, "the target never had it"), kept)
                : new Outcome.Unknown(said(answer, "the target does not find it"), kept);
    }

    private Outcome unanswered(HttpAnswer answer, Answer kept) {
        return new Outcome.NotDone(
                said(answer, "the question was not answered"), retryAfter(answer), !answer.renewed(), kept);
    }

    private Outcome accepted(List<String> references, HttpAnswer answer, Answer kept) {
        Duration wish = retryAfter(answer);
        return new Outcome.Accepted(references, canAsk ? (wish == null ? terms.ask() : wish) : null, kept);
    }

    private Duration retryAfter(HttpAnswer answer) {
        return RetryAfter.of(answer.retryAfter(), clock, terms.retryAfterMax()).orElse(null);
    }

    private String noSign(HttpAnswer answer) {
        return said(
                answer,
                answer.whole()
                        ? "no positive sign: nothing at " + sign.inWords()
                        : "no positive sign: the answer is longer than is read");
    }

    private static String said(HttpAnswer answer, String words) {
        return "HTTP_" + answer.status() + ": " + words;
    }
}
