package io.plantgate.intake;

import java.util.List;

/** What a source promises about the names of its events. */
enum Contract {
    /** Source, transitionId and bootId, all three as sent: for counters that restart with their controller. */
    TRANSITION,
    /** Source and an id that is unique across restarts. */
    EVENT_ID,
    /** The scan channel of the site, and the idempotency key that the client sent or that was derived. */
    SCAN;

    /** In front of every source of the contract {@link #EVENT_ID}, so that it never meets one of another contract. */
    static final String EVENT_ID_SCHEME = "event-id:";

    /** In front of every channel of the contract {@link #SCAN}. */
    static final String SCAN_SCHEME = "scan:";

    /** The contract that a profile names; the schema has checked that it is one. */
    static Contract named(String name) {
        return switch (name) {
            case "event-id" -> EVENT_ID;
            case "scan" -> SCAN;
            default -> TRANSITION;
        };
    }

    /** No source of the contract {@link #TRANSITION} may start so. */
    static final List<String> RESERVED_SCHEMES = List.of(EVENT_ID_SCHEME, SCAN_SCHEME, "sequence:");
}
