package io.plantgate.failure.torture;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A system that publishes persistent messages; what the broker confirmed, the broker owes to the gateway. */
final class AmqpPublisher extends Publisher {

    private static final int TOGETHER = 10;
    private static final int CONFIRMED_WITHIN_MILLIS = 5000;

    private final ConnectionFactory factory = new ConnectionFactory();
    private Connection connection;
    private Channel channel;

    AmqpPublisher(Workload workload, PublishLog log, int port, int pauseMillis) {
        super("amqp", workload, log, TOGETHER, pauseMillis * TOGETHER);
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(3000);
    }

    @Override
    boolean publish(List<Publication> open) {
        try {
            connect();
            publishAll(open);
            return true;
        } catch (IOException | TimeoutException | AlreadyClosedException e) {
            disconnect();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // The queue was declared before the first message, so the default exchange has nothing to return.
    private void publishAll(List<Publication> open) throws IOException, InterruptedException, TimeoutException {
        for (Publication publication : open) {
            channel.basicPublish(
                    "", RabbitMqBroker.QUEUE, true, MessageProperties.PERSISTENT_TEXT_PLAIN, publication.raw());
        }
        channel.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
        open.forEach(log::acknowledged);
        open.clear();
    }

    private void connect() throws IOException, TimeoutException {
        if (channel == null || !channel.isOpen()) {
            disconnect();
            connection = factory.newConnection("torture-publisher");
            channel = connection.createChannel();
            channel.addReturnListener(returned -> log.complain("The queue " + RabbitMqBroker.QUEUE + " is gone"));
            channel.confirmSelect();
        }
    }

    private void disconnect() {
        if (connection != null) {
            connection.abort(1000);
        }
        connection = null;
        channel = null;
    }

    @Override
    public void close() {
        super.close();
        disconnect();
    }
}
