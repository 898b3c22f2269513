package io.plantgate.intake;

import java.util.List;

/** What a source promises about the names of its events. */
enum Contract {
    /** Source, transitionId and bootId, all three as sent: for counters that restart with their controller. */
    TRANSITION,
    /** Source and an id that is unique across restarts. */
    EVENT_ID;

    /** In front of every source of the contract {@link #EVENT_ID}, so that it never meets one of another contract. */
    static final String EVENT_ID_SCHEME = "event-id:";

    /** No source of the contract {@link #TRANSITION} may start so. */
    static final List<String> RESERVED_SCHEMES = List.of(EVENT_ID_SCHEME, "scan:", "sequence:");
}
