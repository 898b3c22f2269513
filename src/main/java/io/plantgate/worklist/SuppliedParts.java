package io.plantgate.worklist;

import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Incomplete;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what a person supplied with what a message says itself. */
final class SuppliedParts {

    // Stand in front of the sources of other contracts than transition.
    private static final List<String> SCHEMES = List.of("", "event-id:", "sequence:");

    private SuppliedParts() {}

    /**
     * Names, in order, of supplied parts for which the message has another value. Naming the same value is no
     * contradiction.
     *
     * @param own what the bytes say by themselves
     */
    static List<String> contradicting(Reading own, Map<String, String> supplied) {
        Map<String, String> parts = partsOf(own);
        return supplied.keySet().stream()
                .filter(name -> contradicts(parts.get(name), supplied.get(name)))
                .sorted()
                .toList();
    }

    private static boolean contradicts(String own, String supplied) {
        if (own == null || own.isEmpty() || supplied == null || IdentityPart.isBlank(supplied)) {
            return false;
        }
        String text = IdentityPart.normalise(supplied);
        return SCHEMES.stream().noneMatch(scheme -> own.equals(scheme + text));
    }

    private static Map<String, String> partsOf(Reading own) {
        if (own instanceof Event event) {
            EventIdentity identity = event.identity();
            return parts(identity.source(), identity.transitionId(), identity.bootId());
        }
        return own instanceof Incomplete incomplete
                ? parts(incomplete.source(), incomplete.transitionId(), incomplete.bootId())
                : Map.of();
    }

    private static Map<String, String> parts(String source, String transitionId, String bootId) {
        Map<String, String> parts = new HashMap<>();
        parts.put("source", source);
        parts.put("transitionId", transitionId);
        parts.put("eventId", transitionId);
        parts.put("bootId", bootId);
        return parts;
    }
}
