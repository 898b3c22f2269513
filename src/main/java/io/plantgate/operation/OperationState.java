package io.plantgate.operation;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What is known of an operation. What may follow what stands in {@link Moves}. */
public enum OperationState {
    /** Asked for; what the target's policy says is not decided yet. */
    RECEIVED,
    /** Waits for a person who may authorise it. */
    AWAITING_AUTHORISATION,
    /** May be written: waits for its turn at the equipment, or for the device to be reached. */
    AUTHORISED,
    /** A node holds the right to act; how far it came is not known until it says so. */
    SENT,
    /** The device took the request over, which is not success. */
    ACCEPTED,
    /** Done, by the device's own word, by a read-back that proves it, or by a person's evidence. */
    SUCCEEDED,
    /** Certainly not done. */
    FAILED,
    /** It may have been done, and somebody must find out. */
    UNKNOWN,
    /** Not allowed; nothing was written. */
    REFUSED,
    /** Its validity ended before it was sent; nothing was written. */
    EXPIRED,
    /** Done, and undone or made good by a person. */
    COMPENSATED,
    /** Another operation took its place before it was sent. */
    SUPERSEDED;

    private static final Set<OperationState> PENDING =
            EnumSet.of(RECEIVED, AWAITING_AUTHORISATION, AUTHORISED, SENT, ACCEPTED);

    /** True before any outcome, also of an unknown one. */
    public boolean pending() {
        return PENDING.contains(this);
    }

    /** True while it counts against the bound on open operations: pending or unknown. */
    public boolean open() {
        return pending() || this == UNKNOWN;
    }

    /** The state's word in SQL. */
    public String sql() {
        return name().toLowerCase(Locale.ROOT);
    }

    static OperationState ofSql(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
