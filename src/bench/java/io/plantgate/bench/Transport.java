package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import java.util.List;

/** A real broker with one durable queue, and the gateway's way in from there. */
interface Transport {

    String name();

    /**
     * Begins the pace and publishes each message when it is due; returns once the broker has acknowledged the last one. While
     * nobody consumes, it keeps them.
     */
    void publish(List<Message> messages, Pace pace) throws Exception;

    /** Begins to drain the queue into a ledger; the node acknowledges all that was decided before it has closed. */
    AutoCloseable consume(Ledger ledger, int inFlightMax) throws Exception;
}
