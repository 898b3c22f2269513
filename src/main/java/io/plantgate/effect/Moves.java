package io.plantgate.effect;

import static io.plantgate.effect.EffectState.ABANDONED;
import static io.plantgate.effect.EffectState.ACCEPTED;
import static io.plantgate.effect.EffectState.CANCELLED;
import static io.plantgate.effect.EffectState.DELIVERED;
import static io.plantgate.effect.EffectState.EXPIRED;
import static io.plantgate.effect.EffectState.HELD;
import static io.plantgate.effect.EffectState.IN_FLIGHT;
import static io.plantgate.effect.EffectState.PENDING;
import static io.plantgate.effect.EffectState.REJECTED;
import static io.plantgate.effect.EffectState.UNKNOWN;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Which state may follow which, and by what: the one table that code, SQL and tests go by. */
public final class Moves {

    /** What moves an effect. */
    public enum Cause {
        /** A worker claims it, and counts the attempt. */
        CLAIM,
        /** The outcome of the attempt under which it stands. */
        OUTCOME,
        /** The lease of its attempt ran out. */
        LEASE,
        /** It is older than its kind allows. */
        AGE,
        /** The target said something after the attempt had ended. */
        REPORT,
        /** A person, with name and reason. */
        PERSON,
        /** The database was restored from a copy. */
        RESTORE
    }

    private static final Map<Cause, Map<EffectState, Set<EffectState>>> TABLE = new EnumMap<>(Cause.class);

    static {
        allow(Cause.CLAIM, IN_FLIGHT, PENDING, UNKNOWN, ACCEPTED);
        for (EffectState next : EnumSet.of(DELIVERED, ACCEPTED, UNKNOWN, PENDING, REJECTED, ABANDONED)) {
            allow(Cause.OUTCOME, next, IN_FLIGHT);
        }
        // Nobody knows how far its worker came: never straight back to pending.
        allow(Cause.LEASE, UNKNOWN, IN_FLIGHT);
        allow(Cause.AGE, EXPIRED, PENDING);
        // Pending too: a first attempt may have been reported after a query had denied it.
        allow(Cause.REPORT, DELIVERED, ACCEPTED, UNKNOWN, PENDING);
        allow(Cause.REPORT, REJECTED, ACCEPTED, UNKNOWN);
        allow(Cause.PERSON, PENDING, HELD, UNKNOWN, REJECTED, EXPIRED, ABANDONED);
        allow(Cause.PERSON, CANCELLED, HELD, PENDING, ACCEPTED, UNKNOWN, REJECTED, ABANDONED);
        // Refused and given up too: a target may have booked it and said otherwise, which a document proves.
        allow(Cause.PERSON, DELIVERED, ACCEPTED, UNKNOWN, REJECTED, ABANDONED);
        allow(Cause.PERSON, REJECTED, ACCEPTED, UNKNOWN);
        allow(Cause.RESTORE, HELD, PENDING);
        allow(Cause.RESTORE, UNKNOWN, IN_FLIGHT);
    }

    private Moves() {}

    /** True if this cause may move an effect so. */
    public static boolean allowed(Cause cause, EffectState from, EffectState to) {
        return TABLE.getOrDefault(cause, Map.of()).getOrDefault(to, Set.of()).contains(from);
    }

    /** The states from which this cause may move an effect there. */
    static Set<EffectState> from(Cause cause, EffectState to) {
        return TABLE.getOrDefault(cause, Map.of()).getOrDefault(to, Set.of());
    }

    private static void allow(Cause cause, EffectState to, EffectState... from) {
        TABLE.computeIfAbsent(cause, key -> new EnumMap<>(EffectState.class))
                .computeIfAbsent(to, key -> EnumSet.noneOf(EffectState.class))
                .addAll(Set.of(from));
    }
}
