package io.plantgate.embedded.simulator;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** Speaks AMQP 0-9-1 with publisher confirms, under the routing key {@code SUBJECT.DEVICE}. */
final class AmqpVoice implements Voice {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpVoice.class);
    private static final long ANSWER_MILLIS_MAX = 5_000;

    private final ConnectionFactory connections;
    private final String exchange;
    private final String subject;
    private Connection connection;
    private Channel channel;
    private volatile boolean returned;

    AmqpVoice(ConnectionFactory connections, String exchange, String subject) {
        this.connections = connections;
        this.exchange = exchange;
        this.subject = subject;
    }

    @Override
    public void say(String device, String message) throws IOException, InterruptedException, TimeoutException {
        Channel open = open();
        returned = false;
        open.basicPublish(
                exchange,
                subject + "." + device,
                true,
                MessageProperties.PERSISTENT_TEXT_PLAIN,
                message.getBytes(StandardCharsets.UTF_8));
        // Not ...OrDie, which closes the channel with an ERROR: a message that comes before its queue is said again.
        if (!open.waitForConfirms(ANSWER_MILLIS_MAX) || returned) {
            throw new IOException("No queue takes " + subject + " yet.");
        }
    }

    private Channel open() throws IOException {
        if (channel == null || !channel.isOpen()) {
            close();
            connection = connections.createConnection();
            channel = connection.createChannel(false);
            channel.confirmSelect();
            channel.addReturnListener(message -> returned = true);
            // As the inlet declares it: at the start it may not have done so yet.
            channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
        }
        return channel;
    }

    @Override
    public void close() {
        try {
            if (channel != null && channel.isOpen()) {
                channel.close();
            }
        } catch (IOException | TimeoutException | RuntimeException e) {
            LOG.debug("The simulated plant's AMQP line is gone already.", e);
        }
        if (connection != null) {
            connection.close();
        }
    }
}
