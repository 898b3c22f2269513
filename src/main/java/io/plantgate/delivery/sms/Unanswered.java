package io.plantgate.delivery.sms;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.effect.ClaimedEffect;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Submits whose answers did not come in time, by the user_message_reference that a receipt brings back: the receipt then says
 * for the first time what the centre calls the message. Kept in memory only: after a restart such a receipt finds nothing, and
 * the effect stays unknown.
 */
final class Unanswered {

    private static final int SUBMITS_MAX = 10_000;
    private static final Duration KEPT = Duration.ofHours(48);

    /** What was submitted. */
    record Submit(ClaimedEffect effect, SendingKey key, int partNo) {}

    private final Cache<Short, Submit> submits = Caffeine.newBuilder()
            .maximumSize(SUBMITS_MAX)
            .expireAfterWrite(KEPT)
            .build();

    private final AtomicInteger next =
            new AtomicInteger(ThreadLocalRandom.current().nextInt());

    /** The next user_message_reference; all 65,536 come before one comes again. */
    short newReference() {
        return (short) next.getAndIncrement();
    }

    void add(short userReference, Submit submit) {
        submits.put(userReference, submit);
    }

    /** Takes out the submit under this reference, if it went to this number. */
    Optional<Submit> remove(short userReference, String destinationDigits) {
        Submit submit = submits.getIfPresent(userReference);
        if (submit == null || !submit.key().to().endsWith(destinationDigits)) {
            return Optional.empty();
        }
        return submits.asMap().remove(userReference, submit) ? Optional.of(submit) : Optional.empty();
    }
}
