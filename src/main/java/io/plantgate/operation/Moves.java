package io.plantgate.operation;

import static io.plantgate.operation.OperationState.ACCEPTED;
import static io.plantgate.operation.OperationState.AUTHORISED;
import static io.plantgate.operation.OperationState.AWAITING_AUTHORISATION;
import static io.plantgate.operation.OperationState.COMPENSATED;
import static io.plantgate.operation.OperationState.EXPIRED;
import static io.plantgate.operation.OperationState.FAILED;
import static io.plantgate.operation.OperationState.RECEIVED;
import static io.plantgate.operation.OperationState.REFUSED;
import static io.plantgate.operation.OperationState.SENT;
import static io.plantgate.operation.OperationState.SUCCEEDED;
import static io.plantgate.operation.OperationState.SUPERSEDED;
import static io.plantgate.operation.OperationState.UNKNOWN;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which state may follow which, and by whom: the one table that code, SQL and tests go by. */
public final class Moves {

    /** Who moves an operation. */
    public enum Origin {
        /** Whoever asks for it, or for another that replaces it. */
        CLIENT,
        /** This gateway: policy, claim, clock, read-back. */
        NODE,
        /** The device's own word. */
        DEVICE,
        /** A person, with name and reason. */
        PERSON;

        String sql() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Map<Origin, Map<OperationState, Set<OperationState>>> TABLE = new EnumMap<>(Origin.class);

    static {
        allow(Origin.NODE, RECEIVED, AWAITING_AUTHORISATION, AUTHORISED, REFUSED, EXPIRED);
        allow(Origin.PERSON, AWAITING_AUTHORISATION, AUTHORISED, REFUSED);
        // Unknown only in a restored copy: what was not sent in it may have been sent since it was made.
        allow(Origin.NODE, AWAITING_AUTHORISATION, EXPIRED, UNKNOWN);
        allow(Origin.CLIENT, AWAITING_AUTHORISATION, SUPERSEDED);
        allow(Origin.NODE, AUTHORISED, SENT, REFUSED, EXPIRED, UNKNOWN);
        allow(Origin.CLIENT, AUTHORISED, SUPERSEDED);
        // Back to authorised, and refused, only while it is certain that nothing was written.
        allow(Origin.NODE, SENT, AUTHORISED, REFUSED, SUCCEEDED, FAILED, UNKNOWN);
        allow(Origin.DEVICE, SENT, ACCEPTED, SUCCEEDED, FAILED, UNKNOWN);
        allow(Origin.NODE, ACCEPTED, SUCCEEDED, UNKNOWN);
        allow(Origin.DEVICE, ACCEPTED, SUCCEEDED, FAILED);
        allow(Origin.NODE, UNKNOWN, SUCCEEDED, FAILED);
        allow(Origin.DEVICE, UNKNOWN, SUCCEEDED, FAILED);
        allow(Origin.PERSON, UNKNOWN, SUCCEEDED, FAILED, COMPENSATED);
        allow(Origin.PERSON, SUCCEEDED, COMPENSATED);
    }

    private Moves() {}

    /** True if this origin may move an operation so. */
    public static boolean allowed(Origin origin, OperationState from, OperationState to) {
        return TABLE.getOrDefault(origin, Map.of()).getOrDefault(from, Set.of()).contains(to);
    }

    /** @throws IllegalStateException if the table does not have this move: a mistake in this package */
    static void require(Origin origin, OperationState from, OperationState to) {
        if (!allowed(origin, from, to)) {
            throw new IllegalStateException("No " + origin.name().toLowerCase(Locale.ROOT) + " moves an operation from "
                    + from + " to " + to + ".");
        }
    }

    private static void allow(Origin origin, OperationState from, OperationState... to) {
        TABLE.computeIfAbsent(origin, key -> new EnumMap<>(OperationState.class))
                .computeIfAbsent(from, key -> EnumSet.noneOf(OperationState.class))
                .addAll(Set.of(to));
    }
}
