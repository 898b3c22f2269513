package io.plantgate.delivery.sms;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.effect.ClaimedEffect;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Submits whose answers did not come in time, by the user_message_reference that a receipt brings back: the receipt then says
 * for the first time what the centre calls the message. Kept in memory only: after a restart such a receipt finds nothing, and
 * the effect stays unknown.
 */
final class Unanswered {

    private static final int SUBMITS_MAX = 10_000;
    // Odd, so that single messages meet again after 65,536 attempts, and chosen so that messages of three parts do
    // after 17,226.
    private static final int FACTOR = 24_109;
    private static final long ATTEMPTS_APART_MAX = 16_384;
    private static final Duration KEPT = Duration.ofHours(48);

    /** What was submitted. */
    record Submit(ClaimedEffect effect, SendingKey key, int partNo) {}

    private final Cache<Short, Submit> submits = Caffeine.newBuilder()
            .maximumSize(SUBMITS_MAX)
            .expireAfterWrite(KEPT)
            .build();

    private final AtomicLong newestAttempt = new AtomicLong();

    /**
     * The user_message_reference of one part of one attempt. Made of the attempt's id, which all nodes draw from one sequence:
     * a centre gives receipts to whichever node is bound, and with references counted by each process a receipt would now and
     * then find another node's submit here, and call it delivered.
     */
    short reference(long attemptId, int partNo) {
        return (short) (attemptId * FACTOR + partNo);
    }

    void add(short userReference, Submit submit) {
        newestAttempt.accumulateAndGet(submit.effect().attemptId(), Math::max);
        submits.put(userReference, submit);
    }

    /**
     * Takes out the submit under this reference, if it went to this number.
     *
     * @param destinationDigits null or empty if the receipt names none: then the reference alone proves nothing
     */
    Optional<Submit> remove(short userReference, String destinationDigits) {
        Submit submit = submits.getIfPresent(userReference);
        if (submit == null || destinationDigits == null || destinationDigits.isBlank()) {
            return Optional.empty();
        }
        if (!submit.key().to().endsWith(destinationDigits) || isAmbiguous(submit)) {
            return Optional.empty();
        }
        return submits.asMap().remove(userReference, submit) ? Optional.of(submit) : Optional.empty();
    }

    /** A later attempt has the same reference, or soon will. */
    private boolean isAmbiguous(Submit submit) {
        return newestAttempt.get() - submit.effect().attemptId() > ATTEMPTS_APART_MAX;
    }
}
