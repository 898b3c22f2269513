package io.plantgate.intake;

import io.plantgate.intake.ProfileTree.At;
import java.util.List;
import java.util.Optional;

/** Reads {@code contract}, {@code identity} and {@code device} of a profile. */
final class IdentityDefinition {

    private final ProfileTree tree;
    private final Contract contract;
    private final boolean cloudEvents;
    private final At identity;
    private final String described;

    IdentityDefinition(String name, ProfileTree tree, FormatChoice format) {
        this.tree = tree;
        this.contract = Contract.named(tree.root().path("contract").asText());
        this.cloudEvents = format.type().equals("cloudevents");
        this.identity = tree.at("identity");
        this.described = name;
    }

    /** The rules; empty if they are not whole, which is a finding. */
    Optional<IdentityRules> read() {
        PartRule source = contract == Contract.SEQUENCE ? entity() : part("source", "/source");
        forbid(List.of("channel", "key"), "belongs to the contract scan");
        boolean whole =
                switch (contract) {
                    case EVENT_ID -> checkEventId();
                    case SEQUENCE -> checkSequence();
                    case TRANSITION -> checkTransition();
                    case SCAN -> throw scansHaveRulesOfTheirOwn();
                };
        if (source == null || !whole) {
            return Optional.empty();
        }
        return Optional.of(
                switch (contract) {
                    case EVENT_ID -> eventId(source);
                    case SEQUENCE -> sequence(source);
                    case TRANSITION -> transition(source);
                    case SCAN -> throw scansHaveRulesOfTheirOwn();
                });
    }

    private static IllegalStateException scansHaveRulesOfTheirOwn() {
        return new IllegalStateException("The contract scan is read by ScanDefinition.");
    }

    private PartRule entity() {
        At at = identity.get("entity");
        if (at.isThere()) {
            return tree.part("entity", at);
        }
        lacks("entity");
        return null;
    }

    private IdentityRules sequence(PartRule entity) {
        PartRule number = PartRule.at("seq", new PartPlace(tree.place(identity.get("seq")), true));
        PartRule bootId = part("bootId", null);
        return new IdentityRules(contract, entity, number, bootId, null, bootId == null ? null : device(), described);
    }

    private boolean checkSequence() {
        forbid(List.of("source", "transitionId", "eventId", "combined"), "does not belong to the contract sequence");
        if (tree.at("device").isThere() && !identity.get("bootId").isThere()) {
            tree.refuse("/device", "device is for sequences with a bootId; without one there are no restarts to count");
        }
        return identity.get("seq").isThere() || lacks("seq");
    }

    private IdentityRules eventId(PartRule source) {
        return new IdentityRules(contract, source, part("eventId", "/id"), null, null, null, described);
    }

    private IdentityRules transition(PartRule source) {
        CombinedId combined = combined();
        PartRule transitionId = combined == null ? part("transitionId", null) : null;
        PartRule bootId = combined == null ? part("bootId", null) : null;
        return new IdentityRules(contract, source, transitionId, bootId, combined, device(), described);
    }

    private boolean checkEventId() {
        forbidNumbers();
        forbid(List.of("transitionId", "bootId", "combined"), "belongs to the contract transition");
        if (tree.at("device").isThere()) {
            tree.refuse(
                    "/device",
                    "device belongs to the contract transition; an event-id source has no restarts to count");
        }
        if (tree.at("bootObserved").isThere()) {
            tree.refuse("/bootObserved", "bootObserved belongs to the contract transition");
        }
        return part("eventId", "/id") != null || lacks("eventId");
    }

    private boolean checkTransition() {
        forbidNumbers();
        forbid(List.of("eventId"), "belongs to the contract event-id");
        if (identity.get("combined").isThere()) {
            forbid(List.of("transitionId", "bootId"), "and combined exclude each other");
            return combined() != null;
        }
        boolean named = identity.get("transitionId").isThere() || lacks("transitionId");
        return (identity.get("bootId").isThere() || lacks("bootId")) && named;
    }

    private void forbidNumbers() {
        forbid(List.of("entity", "seq"), "belongs to the contract sequence");
        if (tree.at("sequence").isThere()) {
            tree.refuse("/sequence", "sequence belongs to the contract sequence");
        }
    }

    private CombinedId combined() {
        At at = identity.get("combined");
        if (!at.isThere()) {
            return null;
        }
        Optional<CombinedId> combined = CombinedId.of(tree.partPlace(at), at.text("pattern", ""));
        if (combined.isEmpty()) {
            tree.refuse(
                    at.get("pattern").pointer(),
                    "'" + at.text("pattern", "")
                            + "' is no pattern; expected: {bootId}:{transitionId} with any separator"
                            + " of characters that are neither letters, digits, braces nor %");
        }
        return combined.orElse(null);
    }

    private DeviceRule device() {
        At at = tree.at("device");
        String before = at.text("before", null);
        boolean own = at.isThere() && before == null;
        return new DeviceRule(before, own ? tree.part("device", at) : null);
    }

    private PartRule part(String key, String inCloudEvents) {
        At at = identity.get(key);
        if (at.isThere()) {
            return tree.part(key, at);
        }
        if (cloudEvents && inCloudEvents != null) {
            return PartRule.at(key, new PartPlace(new Place.InItem(Pointer.of(inCloudEvents)), false));
        }
        if (key.equals("source")) {
            lacks(key);
        }
        return null;
    }

    private boolean lacks(String key) {
        tree.refuse(
                "/identity",
                "identity lacks '" + key + "', which the contract "
                        + tree.root().path("contract").asText() + " needs; expected: its place, such as /" + key);
        return false;
    }

    private void forbid(List<String> keys, String why) {
        for (String key : keys) {
            if (identity.get(key).isThere()) {
                tree.refuse(identity.get(key).pointer(), "identity." + key + " " + why);
            }
        }
    }
}
