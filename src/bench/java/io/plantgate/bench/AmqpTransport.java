package io.plantgate.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.inlet.amqp.AmqpNode;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import io.plantgate.testing.RabbitMqServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** RabbitMQ, with a classic durable queue. */
final class AmqpTransport implements Transport {

    private static final String QUEUE = "bench";
    private static final int CONFIRMED_WITHIN_MILLIS = 60_000;
    private static final Profiles PROFILES = ProfileFiles.load(Path.of("routes/sites/demo"));

    private final RabbitMqServer broker;

    AmqpTransport(Path program) {
        broker = RabbitMqServer.start(program);
    }

    @Override
    public String name() {
        return "RabbitMQ";
    }

    @Override
    public void publish(List<Message> messages) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.port());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(QUEUE, true, false, false, Map.of("x-dead-letter-exchange", QUEUE + ".dlx"));
            channel.confirmSelect();
            for (Message message : messages) {
                channel.basicPublish("", QUEUE, MessageProperties.PERSISTENT_BASIC, message.raw());
            }
            channel.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
        }
    }

    @Override
    public AutoCloseable consume(Ledger ledger, int inFlightMax) throws Exception {
        return new AmqpNode(broker.port(), ledger, PROFILES)
                .consume(Map.of(
                        "queue",
                        QUEUE,
                        "deadLetterExchange",
                        QUEUE + ".dlx",
                        "declare",
                        "true",
                        "inFlightMax",
                        Integer.toString(inFlightMax)));
    }

    @Override
    public void close() {
        broker.close();
    }
}
