package io.plantgate.inlet.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on classic queues of a real RabbitMQ, and what only RabbitMQ compares. */
class RabbitMqTest extends RabbitMqContract {

    @Test
    void aBrokerThatRestartsInTheMiddleLosesNothing() throws Exception {
        store.commitMillis = 20;
        start(Map.of("inFlightMax", "200"));
        publishTrips(0, 4000);
        awaitArrivals(1000);
        rabbit().restart();
        reconnect();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(rows.count("identity")).isEqualTo(4000));

        assertThat(node.consumer().trouble()).isNull();
        assertAllAcknowledged();
    }

    @Test
    @Tag("D04")
    void aQueueThatIsNotDurableIsRefused() throws Exception {
        channel.exchangeDeclare(queue + ".dlx", "fanout", true);
        channel.queueDeclare(queue, false, false, false, Map.of("x-dead-letter-exchange", queue + ".dlx"));
        assertThatRefusal().contains("argument 'durable' is 'false'").contains("says 'true'");
    }

    @Test
    @Tag("D04")
    void aQueueWithoutADeadLetterExchangeIsRefused() throws Exception {
        channel.exchangeDeclare(queue + ".dlx", "fanout", true);
        channel.queueDeclare(queue, true, false, false, Map.of());
        assertThatRefusal().contains("argument 'x-dead-letter-exchange' is none");
    }

    @Test
    @Tag("D04")
    void aDeadLetterExchangeThatDoesNotExistIsRefused() throws Exception {
        channel.queueDeclare(queue, true, false, false, Map.of("x-dead-letter-exchange", queue + ".dlx"));
        assertThatRefusal().contains("x-dead-letter-exchange names '" + queue + ".dlx', which does not exist");
    }

    @Test
    @Tag("D04")
    void aQuorumQueueThatTheSiteCallsClassicIsRefused() throws Exception {
        channel.exchangeDeclare(queue + ".dlx", "fanout", true);
        channel.queueDeclare(
                queue, true, false, false, Map.of("x-dead-letter-exchange", queue + ".dlx", "x-queue-type", "quorum"));
        assertThatRefusal().contains("argument 'x-queue-type'").contains("quorum");
    }

    @Test
    @Tag("D04")
    void aQueueThatDoesNotExistIsRefusedAndNotMade() {
        assertThatRefusal().contains("no such queue").contains("declare: true");
        assertThatThrownBy(() -> connection.createChannel().queueDeclarePassive(queue))
                .hasRootCauseMessage(
                        "channel error; protocol method: #method<channel.close>(reply-code=404, reply-text=NOT_FOUND"
                                + " - no queue '" + queue + "' in vhost '/', class-id=50, method-id=10)");
    }

    @Test
    void aQueueThatWasMadeAsClassicByNameIsTheSameAsClassic() throws Exception {
        channel.exchangeDeclare(queue + ".dlx", "fanout", true);
        channel.queueDeclare(
                queue, true, false, false, Map.of("x-dead-letter-exchange", queue + ".dlx", "x-queue-type", "classic"));
        prepare().consume(Map.of("queue", queue, "deadLetterExchange", queue + ".dlx"));
        publishTrips(0, 1);
        awaitArrivals(1);
    }

    private AbstractStringAssert<?> assertThatRefusal() {
        Throwable refusal =
                catchThrowable(() -> prepare().consume(Map.of("queue", queue, "deadLetterExchange", queue + ".dlx")));
        return assertThat(Stream.iterate(refusal, Objects::nonNull, Throwable::getCause)
                .filter(QueueRefusedException.class::isInstance)
                .findFirst()
                .map(Throwable::getMessage)
                .orElse("not refused: " + refusal));
    }
}
