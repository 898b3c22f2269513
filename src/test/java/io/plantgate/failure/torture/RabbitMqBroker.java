package io.plantgate.failure.torture;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** A RabbitMQ of this machine with one durable queue. */
final class RabbitMqBroker implements Broker {

    static final String QUEUE = "pumps";

    private static final String DEAD_LETTERS = "pumps.dlx";

    private final Path program;
    private final RabbitMqServer server;
    private final TcpLink link;

    private RabbitMqBroker(Path program) {
        this.program = program;
        this.server = RabbitMqServer.start(program);
        this.link = new TcpLink("amqp").leadTo(server.port());
    }

    /** Empty where the program is not installed. */
    static Optional<Broker> start() {
        return RabbitMqServer.program().map(RabbitMqBroker::new);
    }

    @Override
    public String name() {
        return "amqp";
    }

    @Override
    public String program() {
        return program.toString();
    }

    @Override
    public TcpLink link() {
        return link;
    }

    @Override
    public List<String> addTo(TortureSite site) {
        site.route(
                "pumps-amqp",
                "rabbitmq-source",
                "queue",
                QUEUE,
                "deadLetterExchange",
                DEAD_LETTERS,
                "declare",
                "true",
                "inFlightMax",
                Integer.toString(site.inFlightMax()));
        return List.of(
                "--spring.rabbitmq.host=127.0.0.1",
                "--spring.rabbitmq.port=" + link.port(),
                "--spring.rabbitmq.requested-heartbeat=5s",
                "--plantgate.inlet.amqp.reconnect-millis-max=2000");
    }

    @Override
    public void restart() {
        server.restart();
    }

    @Override
    public Publisher publisher(Workload workload, PublishLog log, int pauseMillis) {
        return new AmqpPublisher(workload, log, server.port(), pauseMillis);
    }

    /** With no consumer left, what was unacknowledged is ready again. */
    @Override
    public long leftovers() {
        return waitingIn(QUEUE) + deadLetters();
    }

    @Override
    public long deadLetters() {
        return waitingIn(QUEUE + ".dead");
    }

    private long waitingIn(String queue) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(server.port());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            return channel.messageCount(queue);
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        link.close();
    }
}
