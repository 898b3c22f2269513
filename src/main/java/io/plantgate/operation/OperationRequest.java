package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;

/**
 * What somebody wants written.
 *
 * @param client who asks: ids of two clients never meet
 * @param askedBy the person or system behind it, who may not authorise it too; null or blank if nobody vouches for one: then
 *     nothing is taken that needs an approval
 * @param door where it came in
 * @param operationId given by the business, the same through all retries; null or blank is refused, never filled in
 * @param target a piece of equipment
 * @param command one of its commands
 * @param parameters an object, or null for none; numbers exact
 * @param validUntil not sent after this; null if validFor counts
 * @param validFor not sent later than so long after it was received; null if validUntil counts
 * @param replaces another operation that this one takes the place of, or null
 * @param reason why; needed with replaces
 */
public record OperationRequest(
        String client,
        String askedBy,
        Door door,
        String operationId,
        String target,
        String command,
        JsonNode parameters,
        Instant validUntil,
        Duration validFor,
        Name replaces,
        String reason) {

    public OperationRequest {
        reason = Texts.storable(reason);
    }

    /** Whoever is behind it, as far as anybody vouches for that; else the client. */
    String asker() {
        return namesAsker() ? askedBy : client;
    }

    boolean namesAsker() {
        return askedBy != null && !askedBy.isBlank();
    }

    /** Where requests come in. */
    public enum Door {
        REST,
        AMQP,
        MQTT,
        EFFECT
    }

    /** The name of an operation. */
    public record Name(String client, String operationId) {

        public Name {
            client = Texts.storable(client);
            operationId = Texts.storable(operationId);
        }

        @Override
        public String toString() {
            return client + "/" + operationId;
        }
    }

    public Name name() {
        return new Name(client, operationId);
    }
}
