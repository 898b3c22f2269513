package io.plantgate.bench;

import java.util.List;

/** A way in that messages come to at a pace of their own. */
interface SteadyDoor {

    String name();

    /** How long it is used before it is measured, where there is little time: the JIT compiler takes one of two cores meanwhile. */
    default int warmUpSeconds() {
        return 45;
    }

    /** Begins the pace, sends each message when it is due, and tells when it was decided; returns after the last decision. */
    void send(List<Message> messages, Pace pace, Told told) throws Exception;
}
