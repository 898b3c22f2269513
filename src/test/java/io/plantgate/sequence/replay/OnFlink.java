package io.plantgate.sequence.replay;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.sequence.flink.JobSettings;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster in this JVM and a real RabbitMQ for all tests of a class, and a database for each. */
abstract class OnFlink {

    static final Duration WITHIN = Duration.ofSeconds(180);

    private static final Map<String, Object> AS_THE_JOB_MAKES_THEM = Map.of("x-dead-letter-exchange", "plantgate.dead");

    static RabbitMqServer rabbit;
    static FlinkCluster cluster;

    @TempDir
    private static Path checkpoints;

    @TempDir
    Path directory;

    final TestDatabase database = TestDatabase.fresh();
    final Rows rows = new Rows(database.dataSource());
    private Connection connection;
    Channel channel;

    @BeforeAll
    static void startServers() throws Exception {
        rabbit = RabbitMqServer.startOrSkip();
        cluster = new FlinkCluster(checkpoints);
    }

    @AfterAll
    static void stopServers() throws Exception {
        try (RabbitMqServer broker = rabbit;
                FlinkCluster flink = cluster) {
            rabbit = null;
            cluster = null;
        }
    }

    @BeforeEach
    void open() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.port());
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.confirmSelect();
        for (String queue : List.of("sequences", "sequences.first", "sequences.notes")) {
            channel.queueDelete(queue);
            channel.queueDeclare(queue, true, false, false, AS_THE_JOB_MAKES_THEM);
        }
        Faults.inject(0, Long.MAX_VALUE);
        Emitted.NUMBERS.clear();
    }

    @AfterEach
    void close() throws Exception {
        cluster.endJob();
        connection.close();
        database.close();
    }

    /** @param more further settings, as {@code --name value} */
    JobSettings settings(String... more) {
        String broker = "amqp://guest:guest@127.0.0.1:" + rabbit.port();
        return JobSettings.of(
                Stream.concat(Stream.of("--rabbitmq", broker, "--checkpoint-millis", "300"), Stream.of(more))
                        .toArray(String[]::new));
    }

    /** The table of this test's database instead of a queue. */
    JobSettings settingsOfTable() {
        return settings("--jdbc-url", database.url(), "--jdbc-user", "postgres");
    }

    static String fix(long seq) {
        return "{\"drone_id\":\"D-1\",\"seq\":%d,\"lat\":%.4f,\"lon\":121.4,\"ts\":%d}"
                .formatted(seq, 31 + seq / 10_000.0, 1_700_000_000 + seq);
    }

    void publish(List<String> messages) throws Exception {
        for (String message : messages) {
            channel.basicPublish(
                    "", "sequences", MessageProperties.PERSISTENT_BASIC, message.getBytes(StandardCharsets.UTF_8));
        }
        channel.waitForConfirmsOrDie(60_000);
    }

    void awaitRows(long expected) {
        await().atMost(WITHIN).until(() -> rows.count("sequence_first") == expected);
    }

    List<String> drain(String queue) throws Exception {
        List<String> messages = new ArrayList<>();
        for (GetResponse got = channel.basicGet(queue, true); got != null; got = channel.basicGet(queue, true)) {
            messages.add(new String(got.getBody(), StandardCharsets.UTF_8));
        }
        return messages;
    }
}
