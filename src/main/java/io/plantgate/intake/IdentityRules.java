package io.plantgate.intake;

import io.plantgate.event.EventIdentity;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an item's identity is found.
 *
 * @param source who says it
 * @param transitionId its name; the event id of {@code event-id}, the number of {@code sequence}; null with {@code combined}
 * @param bootId the generation; null with {@code combined} and where the contract or the profile has none
 * @param combined bootId and transitionId in one id, or null
 * @param device whose restarts count; null where there is no bootId
 * @param profile name and file, for people
 */
record IdentityRules(
        Contract contract,
        PartRule source,
        PartRule transitionId,
        PartRule bootId,
        CombinedId combined,
        DeviceRule device,
        String profile) {

    /** What was found; {@code missing} says what is not there, or is null. */
    record Found(String source, String transitionId, String bootId, String device, Reason missing) {
        /** With the marker of contracts without boots where there is none. */
        EventIdentity identity() {
            return new EventIdentity(source, transitionId, bootId == null ? EventIdentity.NO_BOOT : bootId);
        }
    }

    /**
     * @param supplied parts that a person supplied in place of missing ones
     * @param ownTransitionId used in place of {@code transitionId} where it is not null
     */
    Found find(ReadItem item, Map<String, String> supplied, PartRule ownTransitionId) throws Unreadable {
        Optional<CombinedId.Parts> parts = combined == null ? Optional.empty() : combined.in(item);
        String sourceText = schemed(orSupplied(source.textIn(item), supplied, "source"));
        String name = transitionText(item, parts, ownTransitionId);
        name = orSupplied(name, supplied, contract == Contract.EVENT_ID ? "eventId" : "transitionId");
        String boot = hasBoots() ? bootText(item, parts) : EventIdentity.NO_BOOT;
        boot = orSupplied(boot, supplied, "bootId");
        refuse(IdentityPart.SOURCE, sourceText);
        refuse(IdentityPart.TRANSITION_ID, name);
        refuse(IdentityPart.BOOT_ID, boot);
        String deviceText = deviceOf(sourceText, item, supplied);
        return new Found(sourceText, name, boot, deviceText, missing(sourceText, name, boot, deviceText));
    }

    private boolean hasBoots() {
        return combined != null || bootId != null;
    }

    /** The places inside the item that are identity, and so not payload. */
    List<Pointer> pointers() {
        List<Place> places = new ArrayList<>();
        for (PartRule rule : new PartRule[] {source, transitionId, bootId, device == null ? null : device.own()}) {
            places.addAll(rule == null ? List.of() : rule.places());
        }
        if (combined != null) {
            places.add(combined.place());
        }
        return places.stream()
                .filter(Place.InItem.class::isInstance)
                .map(place -> ((Place.InItem) place).pointer())
                .toList();
    }

    private String transitionText(ReadItem item, Optional<CombinedId.Parts> parts, PartRule own) throws Unreadable {
        if (own != null) {
            return own.textIn(item);
        }
        return combined != null ? parts.map(CombinedId.Parts::transitionId).orElse(null) : transitionId.textIn(item);
    }

    private String bootText(ReadItem item, Optional<CombinedId.Parts> parts) throws Unreadable {
        return combined != null ? parts.map(CombinedId.Parts::bootId).orElse(null) : bootId.textIn(item);
    }

    private String deviceOf(String sourceText, ReadItem item, Map<String, String> supplied) throws Unreadable {
        if (device == null || sourceText == null) {
            return null;
        }
        String text = orSupplied(device.of(sourceText, item), supplied, "device");
        refuse(IdentityPart.SOURCE, text);
        return text;
    }

    private String schemed(String text) throws Unreadable {
        if (text == null) {
            return null;
        }
        if (contract != Contract.TRANSITION) {
            return contract.scheme() + text;
        }
        for (String scheme : Contract.RESERVED_SCHEMES) {
            if (text.startsWith(scheme)) {
                throw new Unreadable(
                        ReasonCode.IDENTITY_RESERVED_SCHEME,
                        "the source '" + text + "' starts with '" + scheme
                                + "', which is kept for another contract. Rename it at the source.");
            }
        }
        return text;
    }

    private static void refuse(IdentityPart part, String text) throws Unreadable {
        Optional<Reason> refusal = text == null || text.isEmpty() ? Optional.empty() : part.refusal(text);
        if (refusal.isPresent()) {
            throw new Unreadable(refusal.get().code(), refusal.get().detail());
        }
    }

    private static String orSupplied(String found, Map<String, String> supplied, String key) {
        String text = supplied.get(key);
        return found != null || text == null || IdentityPart.isBlank(text) ? found : IdentityPart.normalise(text);
    }

    private Reason missing(String sourceText, String name, String boot, String deviceText) {
        if (sourceText == null) {
            return missing(ReasonCode.MISSING_SOURCE, "source", source.where());
        }
        if (name == null && contract == Contract.SEQUENCE) {
            return missing(ReasonCode.MISSING_SEQUENCE_NUMBER, "number", transitionId.where());
        }
        if (name == null && contract == Contract.EVENT_ID) {
            return missing(ReasonCode.MISSING_EVENT_ID, "eventId", transitionId.where());
        }
        if (combined != null && (name == null || boot == null)) {
            String where = combined.place() + ", which has not the form " + combined.pattern();
            return missing(ReasonCode.MISSING_BOOT_ID, "bootId and transitionId", where);
        }
        if (name == null) {
            return missing(ReasonCode.MISSING_TRANSITION_ID, "transitionId", transitionId.where());
        }
        if (boot == null) {
            return missing(ReasonCode.MISSING_BOOT_ID, "bootId", bootId.where());
        }
        boolean deviceMissing = device != null && deviceText == null;
        return deviceMissing
                ? missing(ReasonCode.MISSING_SOURCE, "device", device.own().where())
                : null;
    }

    private Reason missing(ReasonCode code, String part, String where) {
        return new Reason(
                code,
                profile + ": no " + part + " at " + where
                        + ". Kept, not de-duplicated. Complete it in the work list, or correct the source or the profile.");
    }
}
