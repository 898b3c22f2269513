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
import org.awaitility.Awaitility;

/** RabbitMQ, with a durable queue of one type, {@code classic} or {@code quorum}. */
final class AmqpTransport implements Transport {

    private static final int CONFIRMED_WITHIN_MILLIS = 60_000;
    private static final Profiles PROFILES = ProfileFiles.load(Path.of("routes/sites/demo"));

    private final RabbitMqServer broker;
    private final String queueType;
    private final String queue;
    private final String deadLetters;

    AmqpTransport(RabbitMqServer broker, String queueType) {
        this.broker = broker;
        this.queueType = queueType;
        this.queue = "bench-" + queueType;
        this.deadLetters = queue + ".dlx";
    }

    @Override
    public String name() {
        return "RabbitMQ, " + queueType + " queue";
    }

    @Override
    public void publish(List<Message> messages, Pace pace) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.port());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            Map<String, Object> arguments = Map.of("x-queue-type", queueType, "x-dead-letter-exchange", deadLetters);
            channel.queueDeclare(queue, true, false, false, arguments);
            channel.confirmSelect();
            pace.begin();
            for (int i = 0; i < messages.size(); i++) {
                pace.await(i);
                channel.basicPublish(
                        "",
                        queue,
                        MessageProperties.PERSISTENT_BASIC,
                        messages.get(i).raw());
            }
            channel.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
        }
    }

    @Override
    public AutoCloseable consume(Ledger ledger, int inFlightMax) throws Exception {
        AmqpNode node = new AmqpNode(broker.port(), ledger, PROFILES)
                .consume(Map.of(
                        "queue",
                        queue,
                        "queueType",
                        queueType,
                        "deadLetterExchange",
                        deadLetters,
                        "declare",
                        "true",
                        "inFlightMax",
                        Integer.toString(inFlightMax)));
        Awaitility.await().until(node::isConsuming);
        return node;
    }
}
