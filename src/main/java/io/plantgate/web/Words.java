package io.plantgate.web;

import io.plantgate.worklist.ItemFilter;
import io.plantgate.worklist.SettlementOutcome;
import io.plantgate.worklist.Signature;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Bodies with which a person settles something. */
final class Words {

    private Words() {}

    /** Completes one arrival. */
    record Completion(String source, String transitionId, String bootId, String eventId, String reason) {
        Map<String, String> supplied() {
            return parts(source, transitionId, bootId, eventId);
        }
    }

    /** Identity parts that a person supplies. */
    record Parts(String source, String transitionId, String bootId, String eventId) {}

    /** Completes many arrivals of one item. */
    record BulkCompletion(Parts supply, ItemFilter filter, String reason, Integer limit) {
        Map<String, String> supplied() {
            return supply == null ? Map.of() : parts(supply.source, supply.transitionId, supply.bootId, supply.eventId);
        }
    }

    /** Releases one arrival from quarantine. */
    record Release(String reason) {}

    /** Settles one conflict. */
    record Settling(SettlementOutcome outcome, Long newEventId, String reason) {}

    /** Settles many conflicts. */
    record BulkSettling(SettlementOutcome outcome, ItemFilter filter, String reason, Integer limit) {}

    /** Who says it, and why; a missing reason is the client's mistake. */
    static Signature signature(Principal person, String reason) {
        try {
            return new Signature(person.getName(), reason);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage());
        }
    }

    static SettlementOutcome outcome(SettlementOutcome outcome) {
        if (outcome == null) {
            throw new InvalidRequestException(
                    "outcome: missing. One of KEEP_FIRST, CORRECTED_BY_NEW_EVENT, BOTH_WRONG.");
        }
        return outcome;
    }

    private static Map<String, String> parts(String source, String transitionId, String bootId, String eventId) {
        Map<String, String> parts = new LinkedHashMap<>();
        put(parts, "source", source);
        put(parts, "transitionId", transitionId);
        put(parts, "bootId", bootId);
        put(parts, "eventId", eventId);
        return parts;
    }

    private static void put(Map<String, String> parts, String name, String value) {
        if (value != null) {
            parts.put(name, value);
        }
    }
}
