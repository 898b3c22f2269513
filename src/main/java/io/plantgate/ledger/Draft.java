package io.plantgate.ledger;

import io.plantgate.event.Event;
import io.plantgate.event.Numbering;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import java.time.Instant;

/** One arrival on its way through one try of a transaction. A new try starts from new drafts. */
final class Draft {

    final Entry entry;
    final int inletId;
    final int profileVersion;
    final Long sourceId;

    /** As intake read it, unless only the store could tell its boot, or that nobody can tell what it is. */
    Reading reading;

    private Generations.Boot boot;
    boolean late;
    Verdict verdict;
    Long recurrenceOf;
    Canonical first;
    boolean unverified;
    Long workItemId;
    boolean opensWorkItem;
    /** Of a conflict: the first's content is kept, or stands in the work item. */
    boolean firstKept;
    /** Its block is all the evidence that its profile wants of it. */
    boolean unkept;

    Draft(Entry entry, int inletId, int profileVersion, Long sourceId) {
        this.entry = entry;
        this.reading = entry.arrival().reading();
        this.inletId = inletId;
        this.profileVersion = profileVersion;
        this.sourceId = sourceId;
    }

    /** The event, if the identity is whole. */
    Event event() {
        return reading instanceof Event event ? event : null;
    }

    /** Its place in a sequence, if it has one. */
    Numbering numbering() {
        return reading instanceof Event event ? event.numbering() : null;
    }

    /** The generation that it says it is of; only for events with a device. */
    Generations.Boot boot() {
        if (boot == null) {
            boot = new Generations.Boot(event().device(), event().identity().bootId());
        }
        return boot;
    }

    long arrivalId() {
        return entry.arrivalId();
    }

    Instant arrivalAt() {
        return entry.arrival().delivery().arrivalAt();
    }

    byte[] raw() {
        return entry.arrival().delivery().raw().kept();
    }

    byte[] rawHash() {
        return entry.arrival().delivery().raw().sha256();
    }

    Payload payload() {
        if (reading instanceof Event event) {
            return event.payload();
        }
        return reading instanceof Reading.Incomplete incomplete ? incomplete.payload() : null;
    }

    /** The id that names the event that this arrival is about, or null. */
    Long canonicalId() {
        return first == null ? null : first.canonicalId();
    }

    /**
     * What the ledger knows of the first arrival under an identity.
     *
     * @param draft the first arrival itself if it is in this transaction, else null
     */
    record Canonical(long canonicalId, Instant arrivalAt, Payload payload, int profileVersion, Draft draft) {}
}
