package io.plantgate.delivery.erp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Purpose;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Several effects in one request: a JSON batch (OASIS OData JSON Format 4.01, chapter 19), each item with its own key. Its
 * answer says of each item what became of it, and the status of the whole says nothing of them.
 */
final class ODataBatch {

    /** Without this a service stops at the first item that fails (OASIS OData Protocol 4.01, section 8.2.8.3). */
    static final Map<String, String> HEADERS =
            Map.of("Prefer", "odata.continue-on-error", "OData-Version", "4.01", "Accept", "application/json");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Addresses addresses;

    ODataBatch(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * The batch's body.
     *
     * @throws MessageNotJsonException if a message is no JSON
     */
    byte[] request(List<ClaimedEffect> effects) throws MessageNotJsonException {
        ObjectNode batch = JSON.createObjectNode();
        ArrayNode requests = batch.putArray("requests");
        for (ClaimedEffect effect : effects) {
            requests.add(item(effect));
        }
        return batch.toString().getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode item(ClaimedEffect effect) throws MessageNotJsonException {
        ObjectNode item = JSON.createObjectNode().put("id", id(effect));
        if (effect.purpose() == Purpose.QUERY) {
            return item.put("method", "GET").put("url", addresses.query(effect));
        }
        item.put("method", "POST").put("url", addresses.item());
        item.putObject("headers")
                .put("Content-Type", "application/json")
                .put(EffectExchange.IDEMPOTENCY_KEY, effect.idempotencyKey());
        try {
            item.set("body", JSON.readTree(effect.message().body()));
        } catch (IOException e) {
            throw new MessageNotJsonException(effect.effectId(), e);
        }
        return item;
    }

    /** What the answer says of one effect; empty if it does not speak of it. */
    static Optional<HttpAnswer> of(ClaimedEffect effect, HttpAnswer whole) {
        List<JsonNode> items = StreamSupport.stream(
                        whole.json().path("responses").spliterator(), false)
                .filter(item -> item.path("id").asText().equals(id(effect)))
                .collect(Collectors.toList());
        // Two answers to one item prove neither.
        return items.size() == 1 ? Optional.of(answer(items.get(0), whole)) : Optional.empty();
    }

    private static HttpAnswer answer(JsonNode item, HttpAnswer whole) {
        return new HttpAnswer(
                item.path("status").asInt(),
                header(item, "retry-after"),
                header(item, "location"),
                bytes(item.path("body")),
                true,
                whole.renewed());
    }

    private static byte[] bytes(JsonNode body) {
        try {
            return body.isMissingNode() ? new byte[0] : JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree that was read cannot be written.", e);
        }
    }

    private static String header(JsonNode item, String name) {
        return item.path("headers").properties().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> header.getValue().asText())
                .findFirst()
                .orElse(null);
    }

    private static String id(ClaimedEffect effect) {
        return Long.toString(effect.effectId());
    }

    /** An effect's message cannot stand in a batch. */
    static final class MessageNotJsonException extends Exception {

        private static final long serialVersionUID = 1L;

        private final long effectId;

        MessageNotJsonException(long effectId, Throwable cause) {
            super("the message is no JSON, which a batch needs: " + cause.getMessage(), cause);
            this.effectId = effectId;
        }

        long effectId() {
            return effectId;
        }
    }
}
