package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import java.util.List;

/** Publishes to a real broker, from which the gateway consumes meanwhile. */
final class BrokerDoor implements SteadyDoor {

    private static final int IN_FLIGHT_MAX = 4_000;

    private final Transport transport;
    private final Ledger ledger;

    BrokerDoor(Transport transport, Ledger ledger) {
        this.transport = transport;
        this.ledger = ledger;
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public void send(List<Message> messages, Pace pace, Told told) throws Exception {
        AutoCloseable node = transport.consume(new TellingLedger(ledger, told), IN_FLIGHT_MAX);
        transport.publish(messages, pace);
        told.awaitLast();
        node.close();
    }
}
