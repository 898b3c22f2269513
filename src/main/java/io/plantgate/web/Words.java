package io.plantgate.web;

import io.plantgate.worklist.ItemFilter;
import io.plantgate.worklist.SettlementOutcome;
import io.plantgate.worklist.Signature;
import java.security.Principal;
import java.time.Instant;
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
    record BulkCompletion(Parts supply, ArrivalFilter filter, Boolean all, String reason, Integer limit) {
        Map<String, String> supplied() {
            return supply == null ? Map.of() : parts(supply.source, supply.transitionId, supply.bootId, supply.eventId);
        }
    }

    /** Arrivals of one item; a missing part does not restrict. They are about no event, so none can be named. */
    record ArrivalFilter(String source, String device, String transitionId, Instant from, Instant to) {
        static ItemFilter orNone(ArrivalFilter filter) {
            return filter == null
                    ? null
                    : new ItemFilter(filter.source, filter.device, filter.transitionId, null, filter.from, filter.to);
        }
    }

    /** Releases one arrival from quarantine. */
    record Release(String reason) {}

    /** Settles one conflict; supersedes names the settlement that is replaced. */
    record Settling(SettlementOutcome outcome, Long newEventId, Long supersedes, String reason) {}

    /** Settles many conflicts. */
    record BulkSettling(SettlementOutcome outcome, ItemFilter filter, Boolean all, String reason, Integer limit) {}

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

    /** What a word in bulk reaches: everything only if that is said, never because a filter is missing. */
    static ItemFilter reach(ItemFilter filter, Boolean all) {
        boolean bounded = filter != null && !filter.equals(ItemFilter.ALL);
        if (bounded && Boolean.TRUE.equals(all)) {
            throw new InvalidRequestException("all: true, and a filter. Leave one of them out.");
        }
        if (!bounded && !Boolean.TRUE.equals(all)) {
            throw new InvalidRequestException(
                    "filter: missing or empty, so nothing was done. Name what is meant, or say \"all\": true.");
        }
        return bounded ? filter : ItemFilter.ALL;
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
