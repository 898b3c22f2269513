package io.plantgate.effect;

import java.util.Locale;

/** What is known of an effect. What may follow what stands in {@link Moves}. */
public enum EffectState {
    /** Planned while the site holds its effects back, or found in a restored database: waits for a person. */
    HELD,
    /** Certainly not done yet: waits for its time, for its turn in its lane, or for a free worker. */
    PENDING,
    /** Claimed under a lease; the attempt is already counted. */
    IN_FLIGHT,
    /** Queued at the target: a report or a status query settles it. */
    ACCEPTED,
    /** May have been done: by the kind's rule sent again, asked for, or left to a person. */
    UNKNOWN,
    /** Confirmed by a positive sign of the target, or by a person. */
    DELIVERED,
    /** The target understood and refuses, or the message cannot be made. */
    REJECTED,
    /** Too old when its turn came; not sent then. */
    EXPIRED,
    /** Certainly not done, and tried as often as the kind allows. */
    ABANDONED,
    /** A person decided that it is not to be done, or that nobody waits for its outcome any more. */
    CANCELLED;

    /** True if the machine does nothing more with it. */
    public boolean terminal() {
        return ordinal() >= DELIVERED.ordinal();
    }

    /** The state's word in SQL. */
    public String sql() {
        return name().toLowerCase(Locale.ROOT);
    }

    static EffectState ofSql(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
