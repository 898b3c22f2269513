package io.plantgate.ledger;

import io.plantgate.event.Reason;
import java.time.Instant;
import java.util.OptionalLong;

/** What one arrival turned out to be. Every arrival gets exactly one, and it is stored with the arrival. */
public sealed interface Decision {

    /** The arrival's own id. */
    long arrivalId();

    /** The word under which this decision is stored, counted and shown. */
    Verdict verdict();

    /**
     * First under its identity: its own id names the event from now on.
     *
     * @param late its boot was known and not the newest of its device, or its number not the highest of its sequence
     * @param recurrenceOf canonicalId of an event with the same source and transitionId under another boot
     */
    record Canonical(long arrivalId, boolean late, OptionalLong recurrenceOf) implements Decision {
        @Override
        public Verdict verdict() {
            return Verdict.CANONICAL;
        }
    }

    /**
     * Same identity, same payload as the canonical arrival.
     *
     * @param firstArrivalAt arrivalAt of the canonical arrival
     * @param verified false if the first arrival's bytes are gone, so that only the identity was compared
     */
    record Duplicate(long arrivalId, long canonicalId, Instant firstArrivalAt, boolean late, boolean verified)
            implements Decision {
        @Override
        public Verdict verdict() {
            return Verdict.DUPLICATE;
        }
    }

    /**
     * Same identity, other payload; the first stays untouched.
     *
     * @param firstPayloadHash hex SHA-256 of the canonical arrival's payload; of a sequence its first four bytes
     * @param payloadHash hex SHA-256 of this arrival's payload
     * @param workItemId what a person has to settle; shared by all arrivals with this payload
     * @param firstKept false if nothing of the first's content is kept but its digest: compact evidence of a sequence, or
     *     a partition that is gone
     */
    record Conflict(
            long arrivalId,
            long canonicalId,
            Instant firstArrivalAt,
            boolean late,
            String firstPayloadHash,
            String payloadHash,
            long workItemId,
            boolean firstKept)
            implements Decision {
        @Override
        public Verdict verdict() {
            return Verdict.CONFLICT;
        }
    }

    /** The identity cannot be determined; kept for a person to complete. */
    record Incomplete(long arrivalId, Reason reason, long workItemId) implements Decision {
        @Override
        public Verdict verdict() {
            return Verdict.INCOMPLETE;
        }
    }

    /** Not readable or not allowed; kept with its reason. */
    record Quarantined(long arrivalId, Reason reason) implements Decision {
        @Override
        public Verdict verdict() {
            return Verdict.QUARANTINED;
        }
    }

    /** The canonicalId of the event that this arrival is about, if it is about one. */
    default OptionalLong event() {
        if (this instanceof Canonical canonical) {
            return OptionalLong.of(canonical.arrivalId());
        }
        if (this instanceof Duplicate duplicate) {
            return OptionalLong.of(duplicate.canonicalId());
        }
        return this instanceof Conflict conflict ? OptionalLong.of(conflict.canonicalId()) : OptionalLong.empty();
    }
}
