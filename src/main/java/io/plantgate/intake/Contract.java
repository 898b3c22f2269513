package io.plantgate.intake;

import java.util.List;

/** What a source promises about the names of its events. */
enum Contract {
    /** Source, transitionId and bootId, all three as sent: for counters that restart with their controller. */
    TRANSITION(""),
    /** Source and an id that is unique across restarts. */
    EVENT_ID("event-id:"),
    /** The scan channel of the site, and the idempotency key that the client sent or that was derived. */
    SCAN("scan:"),
    /** An entity and a number that strictly rises, per restart generation where there are any. */
    SEQUENCE("sequence:");

    /** No source of the contract {@link #TRANSITION} may start so. */
    static final List<String> RESERVED_SCHEMES = List.of(EVENT_ID.scheme, SCAN.scheme, SEQUENCE.scheme);

    private final String scheme;

    Contract(String scheme) {
        this.scheme = scheme;
    }

    /** The contract that a profile names; the schema has checked that it is one. */
    static Contract named(String name) {
        return switch (name) {
            case "event-id" -> EVENT_ID;
            case "scan" -> SCAN;
            case "sequence" -> SEQUENCE;
            default -> TRANSITION;
        };
    }

    /** In front of every source of the contract, so that it never meets one of another; empty for {@link #TRANSITION}. */
    String scheme() {
        return scheme;
    }
}
