package io.plantgate.inlet.amqp;

import io.plantgate.embedded.EmbeddedAmqpBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on the embedded Qpid. */
class EmbeddedBrokerTest extends AmqpContract {

    private static EmbeddedAmqpBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedAmqpBroker.start(0);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    int port() {
        return broker.port();
    }
}
