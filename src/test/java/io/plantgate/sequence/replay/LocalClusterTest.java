package io.plantgate.sequence.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.sequence.flink.LocalCluster;
import io.plantgate.testing.Programs;
import io.plantgate.testing.RabbitMqServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job as the profile flink-local starts it, in a process of its own, on a queue of somebody's own. */
class LocalClusterTest {

    private static final Duration WITHIN = Duration.ofSeconds(180);
    private static final String QUEUE = "meters/north";

    @TempDir
    private Path directory;

    @Test
    void killedAndStartedAgainItGoesOnFromWhatItKnew() throws Exception {
        try (RabbitMqServer rabbit = RabbitMqServer.startOrSkip();
                Connection connection = connect(rabbit.port())) {
            Channel channel = connection.createChannel();
            channel.queueDeclare(QUEUE, true, false, false, null);
            channel.queueDeclare("meters.first", true, false, false, null);
            channel.queueDeclare("meters.notes", true, false, false, null);
            List<String> first = new ArrayList<>();
            Process cluster = start(rabbit.port());
            try {
                publish(channel, 1, 100);
                awaitFirst(channel, first, 100);
                Process second = start(rabbit.port());
                assertThat(second.waitFor(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(second.exitValue()).isNotZero();
                assertThat(Files.readString(log())).contains("Another job is running on");
                // Acknowledged when a checkpoint is complete.
                await().atMost(WITHIN).until(() -> rabbit.unacknowledged(QUEUE) == 0);
                publish(channel, 101, 105);
                awaitFirst(channel, first, 105);
            } finally {
                Programs.kill(cluster.toHandle());
            }
            cluster = start(rabbit.port());
            try {
                publish(channel, 50, 50);
                publish(channel, 106, 110);
                awaitFirst(channel, first, 110);
                await().atMost(WITHIN).until(() -> drain(channel, "meters.notes").stream()
                        .anyMatch(note -> note.contains("\"DUPLICATE\"") && note.contains("\"from\":50,")));
            } finally {
                Programs.kill(cluster.toHandle());
            }
            first.addAll(drain(channel, "meters.first"));

            // Handed on again is at most what it had handed on since its checkpoint.
            assertThat(first).hasSizeBetween(110, 115);
            assertThat(new HashSet<>(first)).hasSize(110);
            assertThat(Files.readString(log())).contains("nothing is known yet").contains("goes on from chk-");
        }
    }

    private static void awaitFirst(Channel channel, List<String> first, int distinct) {
        await().atMost(WITHIN).until(() -> {
            first.addAll(drain(channel, "meters.first"));
            return new HashSet<>(first).size() == distinct;
        });
    }

    private Process start(int rabbitPort) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalCluster.class.getName(),
                        "--rabbitmq",
                        "amqp://guest:guest@127.0.0.1:" + rabbitPort,
                        "--queue",
                        QUEUE,
                        "--first-queue",
                        "meters.first",
                        "--notes-queue",
                        "meters.notes",
                        "--entity",
                        "/meter",
                        "--number",
                        "/count",
                        "--checkpoint-millis",
                        "300",
                        "--state",
                        directory.resolve("state").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private Path log() {
        return directory.resolve("cluster.log");
    }

    private static Connection connect(int port) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port);
        return factory.newConnection();
    }

    private static void publish(Channel channel, long from, long to) throws Exception {
        channel.confirmSelect();
        for (long count : LongStream.rangeClosed(from, to).toArray()) {
            byte[] reading = "{\"meter\":\"M-1\",\"count\":%d}".formatted(count).getBytes(StandardCharsets.UTF_8);
            channel.basicPublish("", QUEUE, MessageProperties.PERSISTENT_BASIC, reading);
        }
        channel.waitForConfirmsOrDie(60_000);
    }

    /** Without the hint, which may be another one the second time. */
    private static List<String> drain(Channel channel, String queue) throws IOException {
        List<String> messages = new ArrayList<>();
        for (GetResponse got = channel.basicGet(queue, true); got != null; got = channel.basicGet(queue, true)) {
            messages.add(new String(got.getBody(), StandardCharsets.UTF_8).replaceAll("\"late\":\\w+,", ""));
        }
        return messages;
    }
}
