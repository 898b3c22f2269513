package io.plantgate.inlet.amqp;

import io.plantgate.testing.RabbitMqServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a real RabbitMQ, where one is installed. */
abstract class RabbitMqContract extends AmqpContract {

    private static RabbitMqServer rabbit;

    @BeforeAll
    static void startRabbit() {
        rabbit = RabbitMqServer.startOrSkip();
    }

    @AfterAll
    static void stopRabbit() {
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @Override
    int port() {
        return rabbit.port();
    }

    static RabbitMqServer rabbit() {
        return rabbit;
    }
}
