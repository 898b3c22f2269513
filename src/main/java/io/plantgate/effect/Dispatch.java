package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.effect.KeptEvents.KeptEvent;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import io.plantgate.event.RawBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes of a claim what a delivery route gets. */
final class Dispatch {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KeptEvents kept;
    private final String channel;
    private final JsonNode site;
    private final Rendering rendering;

    Dispatch(KeptEvents kept, String channel, JsonNode site, Rendering rendering) {
        this.rendering = rendering;
        this.kept = kept;
        this.channel = channel;
        this.site = site;
    }

    /** A claim whose message is made. */
    record Ready(Claim claim, ClaimedEffect effect) {

        byte[] digest() {
            return RawBytes.sha256(effect.message().body());
        }
    }

    /** Whether messages of this kind can be made now. */
    boolean canMake(Kind kind) {
        return !rendering.refuses(kind);
    }

    /** @throws MessageFailedException if its message cannot be made */
    Ready ready(Claim claim, Map<Long, KeptEvent> events, List<String> references) {
        Claim.Names names = claim.names();
        KeptEvent canonical = events.get(names.canonicalId());
        JsonNode event = canonical == null ? MissingNode.getInstance() : event(names.canonicalId(), canonical);
        Message message;
        try {
            message = rendering.render(claim.kind(), known(claim, event, events));
        } catch (MessageFailedException e) {
            if (claim.purpose() == Purpose.SEND) {
                throw e;
            }
            message = Message.NONE;
        }
        return new Ready(claim, effect(claim, message, event, references));
    }

    private ClaimedEffect effect(Claim claim, Message message, JsonNode event, List<String> references) {
        return new ClaimedEffect(
                claim.effectId(),
                claim.attemptId(),
                claim.attemptNo(),
                claim.repeat(),
                claim.purpose(),
                claim.names().idempotencyKey(),
                claim.names().canonicalId(),
                claim.kind().name(),
                channel,
                references,
                message,
                event,
                claim.plannedAt());
    }

    private JsonNode known(Claim claim, JsonNode event, Map<Long, KeptEvent> events) {
        if (event.isMissingNode()) {
            throw new MessageFailedException("arrival " + claim.names().canonicalId() + " is not kept any more");
        }
        ObjectNode known = JSON.createObjectNode();
        known.set("event", event);
        known.set(
                "conflict",
                claim.names().conflict() ? conflict(events.get(claim.names().arrivalId())) : null);
        ObjectNode effect = known.putObject("effect");
        effect.put("key", claim.names().idempotencyKey());
        effect.put("kind", claim.kind().name());
        effect.put("rule", claim.names().rule());
        effect.put("repeat", claim.repeat());
        effect.put("attemptNo", claim.attemptNo());
        known.set("site", site);
        return known;
    }

    private ObjectNode event(long canonicalId, KeptEvent event) {
        ObjectNode json = JSON.createObjectNode();
        json.put("canonicalId", canonicalId);
        json.setAll(kept.asJson(event));
        return json;
    }

    private ObjectNode conflict(KeptEvent other) {
        if (other == null) {
            return null;
        }
        ObjectNode whole = kept.asJson(other);
        ObjectNode json = JSON.createObjectNode();
        json.put("arrivalId", other.arrivalId());
        json.set("arrivalAt", whole.get("arrivalAt"));
        json.set("payload", whole.get("payload"));
        return json;
    }

    /** Groups of one kind's claims that may go out in one exchange: of one purpose, at most so many. */
    static List<List<Claim>> exchanges(List<Claim> claims, int batchMax) {
        List<List<Claim>> exchanges = new ArrayList<>();
        for (Purpose purpose : Purpose.values()) {
            List<Claim> same =
                    claims.stream().filter(claim -> claim.purpose() == purpose).toList();
            for (int from = 0; from < same.size(); from += batchMax) {
                exchanges.add(same.subList(from, Math.min(same.size(), from + batchMax)));
            }
        }
        return exchanges;
    }
}
