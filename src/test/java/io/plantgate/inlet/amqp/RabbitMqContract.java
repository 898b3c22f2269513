package io.plantgate.inlet.amqp;

import io.plantgate.testing.RabbitMqServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a real RabbitMQ, where one is installed. */
abstract class RabbitMqContract extends AmqpContract {

    private static RabbitMqServer rabbit;

    @BeforeAll
    static void startRabbit() {
        Optional<Path> program = RabbitMqServer.program();
        Assumptions.assumeTrue(program.isPresent(), "no rabbitmq-server on this machine: not tested on RabbitMQ");
        rabbit = RabbitMqServer.start(program.orElseThrow());
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
