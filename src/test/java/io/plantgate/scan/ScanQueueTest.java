package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.CODE;
import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.plantgate.inlet.amqp.AmqpNode;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TcpLink;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** The door of scans by queue on a real RabbitMQ, where one is installed. */
class ScanQueueTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String QUEUE = "plantgate.test.scans";
    private static final String ANSWERS = "scan-answers.test";

    private static RabbitMqServer rabbit;

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final TestLookUp mes =
            new TestLookUp(scan -> new Finding(Finding.Kind.KNOWN, "SN-1", "LOT-1", "WO-1", null, null, null));
    private final ScanNode node = new ScanNode(database.dataSource(), "node-1", ScanSettings.defaults(), mes);
    private final TcpLink link = new TcpLink("amqp").leadTo(rabbit.port());
    private final CachingConnectionFactory connections = new CachingConnectionFactory("127.0.0.1", link.port());
    private final ScanReply reply = new ScanReply(
            new ScanAnswers(node.desk(), 1),
            new RabbitTemplate(connections),
            new ObjectMapper(),
            List.of("scan-answers."));
    private final Map<String, Set<String>> bodies = new TreeMap<>();
    private final Map<String, Set<String>> statuses = new TreeMap<>();
    private AmqpNode inlet;
    private Connection connection;
    private Channel channel;

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

    @BeforeEach
    void consume() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.port());
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.confirmSelect();
        channel.queueDeclare(ANSWERS, true, false, false, null);
        inlet = new AmqpNode(link.port(), node.ledger(), ProfileFiles.load(Path.of("routes/sites/demo")))
                .consumeScans(reply, Map.of("queue", QUEUE, "deadLetterExchange", QUEUE + ".dlx", "declare", "true"));
        await().atMost(PATIENCE).until(() -> channel.consumerCount(QUEUE) == 1);
    }

    @AfterEach
    void close() throws Exception {
        inlet.close();
        reply.close();
        connections.destroy();
        connection.abort();
        link.close();
        node.close();
        database.close();
    }

    @Test
    @Tag("S-47")
    @Tag("S-51")
    @Tag("S-53")
    void aBatchWhoseConsumerWasLostAndWhoseSenderRepeatsHalfOfItIsAnsweredRowByRow() throws Exception {
        link.loseRequests();
        publish(0, 10);
        await().atMost(PATIENCE).until(() -> rows.count("scan_event where processing_status = 'completed'") == 10);
        link.cut();
        publish(5, 15);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows.count("arrival")).isEqualTo(30));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard()).hasSize(15));

        assertThat(mes.asked).hasSize(15);
        assertThat(rows.list("select dedup_status, processing_status, scan_result from scan_event"))
                .hasSize(15)
                .containsOnly("accepted completed ok");
        assertThat(bodies.values()).allSatisfy(answers -> assertThat(answers).hasSize(1));
        // Their first answer was lost with the consumer.
        assertThat(statuses.get("k-0")).containsExactly("201 true");
        assertThat(statuses.get("k-14")).containsExactly("201 false");
        inlet.close();
        assertThat(channel.messageCount(QUEUE)).isZero();
    }

    @Test
    @Tag("S-23")
    void theKeyMayBeAHeaderOfTheMessage() throws Exception {
        publishWithKeyInTheHeader("h-1", "X-Idempotency-Key", "h-1");
        publishWithKeyInTheHeader("h-2", "idempotency-key", "h-2");
        publishWithKeyInTheHeader("h-1 again", "Idempotency-Key", "h-1");
        publishWithKeyInTheHeader("too long", "Idempotency-Key", "k".repeat(5000));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard()).hasSize(4));

        assertThat(rows.list("select idempotency_key from scan_event order by 1"))
                .containsExactly("h-1", "h-2");
        assertThat(statuses.get("h-1 again")).containsExactly("201 true");
        assertThat(statuses.get("too long")).allMatch(status -> status.startsWith("400"));
    }

    private void publishWithKeyInTheHeader(String correlation, String header, String key) throws Exception {
        String withoutKey = scan("", CODE, "pick").replace("\"idempotency_key\":\"\",", "");
        channel.basicPublish(
                "",
                QUEUE,
                new BasicProperties.Builder()
                        .headers(Map.of(header, key))
                        .replyTo(ANSWERS)
                        .correlationId(correlation)
                        .build(),
                withoutKey.getBytes(StandardCharsets.UTF_8));
        channel.waitForConfirmsOrDie(10_000);
    }

    private void publish(int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            BasicProperties properties = new BasicProperties.Builder()
                    .deliveryMode(2)
                    .replyTo(ANSWERS)
                    .correlationId("k-" + i)
                    .build();
            channel.basicPublish(
                    "", QUEUE, properties, scan("k-" + i, CODE, "pick").getBytes(StandardCharsets.UTF_8));
        }
        channel.waitForConfirmsOrDie(10_000);
    }

    /** Notes the answers that have come; returns whose they are. */
    private Set<String> heard() throws Exception {
        for (GetResponse next = channel.basicGet(ANSWERS, true); next != null; next = channel.basicGet(ANSWERS, true)) {
            String key = next.getProps().getCorrelationId();
            bodies.computeIfAbsent(key, any -> new TreeSet<>()).add(new String(next.getBody(), StandardCharsets.UTF_8));
            Map<String, Object> headers = next.getProps().getHeaders();
            statuses.computeIfAbsent(key, any -> new TreeSet<>())
                    .add(headers.get("status") + " " + headers.get("replayed"));
        }
        return bodies.keySet();
    }
}
