package io.plantgate.event;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a profile made of one arrival whose identity is whole.
 *
 * @param identity the name under which it is de-duplicated
 * @param device the part of the source whose restarts count, or null where the contract has no boots
 * @param sourceTime the source's own time, or null where it gave none
 * @param payload evidence of what it says
 * @param bootObserved true for a device's own boot message
 * @param effects what the profile's rules want to follow, their conditions already met
 * @param flags what a reader should know
 * @param attachment what another package stores with it, or null
 * @param numbering its place in a strictly rising sequence, or null for every other contract
 */
public record Event(
        EventIdentity identity,
        String device,
        SourceTime sourceTime,
        Payload payload,
        boolean bootObserved,
        List<EffectPlan> effects,
        Set<Flag> flags,
        Attachment attachment,
        Numbering numbering)
        implements Reading {

    public Event {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(payload, "payload");
        effects = List.copyOf(effects);
        flags = Set.copyOf(flags);
    }

    /** The same event, and nothing is to follow from it. */
    Event withoutEffects() {
        return new Event(identity, device, sourceTime, payload, bootObserved, List.of(), flags, attachment, numbering);
    }

    /** An event that is no part of a sequence and that is stored by the ledger alone. */
    public Event(
            EventIdentity identity,
            String device,
            SourceTime sourceTime,
            Payload payload,
            boolean bootObserved,
            List<EffectPlan> effects,
            Set<Flag> flags) {
        this(identity, device, sourceTime, payload, bootObserved, effects, flags, null, null);
    }

    /** True if its message names no boot and the latest birth of its device is to tell it. */
    public boolean awaitsBirth() {
        return numbering != null
                && numbering.terms().restarts() == Numbering.Restarts.BIRTH
                && identity.bootId().equals(EventIdentity.NO_BOOT);
    }

    /** The same event of a boot that was not in its message. */
    public Event ofBoot(String bootId) {
        EventIdentity named = new EventIdentity(identity.source(), identity.transitionId(), bootId);
        return new Event(named, device, sourceTime, payload, bootObserved, effects, flags, attachment, numbering);
    }
}
