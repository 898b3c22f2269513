package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import java.util.List;

/** A real broker with one durable queue, and the gateway's way in from there. */
interface Transport extends AutoCloseable {

    String name();

    /** Queues all messages while nobody consumes; returns once the broker has acknowledged the last one. */
    void publish(List<Message> messages) throws Exception;

    /** Begins to drain the queue into a ledger; the node acknowledges all that was decided before it has closed. */
    AutoCloseable consume(Ledger ledger, int inFlightMax) throws Exception;
}
