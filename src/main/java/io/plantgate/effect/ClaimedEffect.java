package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * One effect under one attempt, as a delivery route gets it.
 *
 * @param effectId the effect
 * @param attemptId this attempt, and its fencing token
 * @param attemptNo counts the effect's attempts from 1, queries included
 * @param repeat true if an earlier attempt may have done it: mark it as a repeat where the target can take that
 * @param purpose to send, or to ask
 * @param idempotencyKey the same through all attempts; at most 512 bytes
 * @param canonicalId the event it follows from
 * @param kind what is to be done
 * @param channel where
 * @param references what the target called it in earlier attempts, newest last; empty if it never said
 * @param message made by the kind's template; of a query too, so that a target without references can be asked
 * @param event what the template saw under {@code event}; a missing node if the bytes could not be read again
 * @param plannedAt when the ledger planned it
 */
public record ClaimedEffect(
        long effectId,
        long attemptId,
        int attemptNo,
        boolean repeat,
        Purpose purpose,
        String idempotencyKey,
        long canonicalId,
        String kind,
        String channel,
        List<String> references,
        Message message,
        JsonNode event,
        Instant plannedAt) {

    public ClaimedEffect {
        references = List.copyOf(references);
    }
}
