package io.plantgate.failure.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of many entities through a real RabbitMQ into a gateway that is killed in the middle. */
class KilledSequenceTest {

    private static final Duration WITHIN = Duration.ofSeconds(180);
    private static final int ENTITIES = Integer.getInteger("sequence.entities", 1000);
    private static final int NUMBERS = 20;
    private static final String QUEUE = "plantgate.drones";

    @TempDir
    private Path directory;

    @Test
    @Tag("Q-03")
    @Tag("Q-10")
    @Tag("Q-15")
    void whatIsSentAgainAfterTheKillIsRecordedOnceAndNothingIsMissing() throws Exception {
        writeSite();
        try (RabbitMqServer rabbit = RabbitMqServer.startOrSkip();
                TestDatabase database = TestDatabase.fresh();
                GatewayProcess gateway = new GatewayProcess(directory, arguments(database.url(), rabbit.port()));
                Connection connection = connect(rabbit.port())) {
            Rows rows = new Rows(database.dataSource());
            Channel channel = connection.createChannel();
            gateway.start();
            await().atMost(WITHIN).until(gateway::isUp);
            long seed = Long.getLong("seed", System.nanoTime());
            List<String> messages = messages(new Random(seed));
            CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publishAll(connection, messages));
            await().atMost(WITHIN)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> firsts(rows) > ENTITIES * NUMBERS / 4);
            gateway.kill();
            long beforeTheKill = firsts(rows);
            publishing.get(60, TimeUnit.SECONDS);
            // The sender does not know what arrived: it sends its last messages again.
            publish(channel, messages.subList(messages.size() / 2, messages.size()));
            gateway.start();
            long published = messages.size() + messages.size() - messages.size() / 2;
            // What the broker delivered twice is decided twice.
            await().atMost(WITHIN).until(() -> isDrained(channel) && firsts(rows) + repeats(rows) >= published);
            assertThat(firsts(rows)).as("seed " + seed).isEqualTo((long) ENTITIES * NUMBERS);

            assertThat(rows.count("sequence_entity where numbers = " + NUMBERS + " and missing = 0 and open_gaps = 0"))
                    .as("seed " + seed)
                    .isEqualTo(ENTITIES);
            assertThat(rows.count("arrival where decision in ('CONFLICT', 'INCOMPLETE', 'QUARANTINED')"))
                    .isZero();
            System.out.printf(
                    "Gateway: %,d messages of %,d entities, killed at %,d firsts: %,d firsts, %,d duplicates, seed %d%n",
                    published, ENTITIES, beforeTheKill, firsts(rows), repeats(rows), seed);
        }
    }

    private static long firsts(Rows rows) {
        return Long.parseLong(rows.one("select coalesce(sum(numbers), 0) from sequence_track"));
    }

    private static long repeats(Rows rows) {
        return rows.count("arrival where decision = 'DUPLICATE'");
    }

    private static boolean isDrained(Channel channel) throws IOException {
        return channel.messageCount(QUEUE) == 0;
    }

    /** Shuffled so far that numbers overtake each other, and each one to three times. */
    private static List<String> messages(Random random) {
        List<String> all = new ArrayList<>();
        for (int from = 0; from < NUMBERS; from += 5) {
            List<String> wave = new ArrayList<>();
            for (int entity = 0; entity < ENTITIES; entity++) {
                for (int number = from; number < from + 5; number++) {
                    wave.addAll(Collections.nCopies(1 + random.nextInt(3), fix(entity, number)));
                }
            }
            Collections.shuffle(wave, random);
            all.addAll(wave);
        }
        return all;
    }

    private static String fix(int entity, int number) {
        return "{\"drone_id\":\"D-%d\",\"seq\":%d,\"lat\":31.%04d,\"lon\":121.4,\"ts\":1700000000}"
                .formatted(entity, number, number);
    }

    private static Connection connect(int port) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port);
        return factory.newConnection();
    }

    private static void publishAll(Connection connection, List<String> messages) {
        try (Channel channel = connection.createChannel()) {
            publish(channel, messages);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void publish(Channel channel, List<String> messages) throws Exception {
        channel.confirmSelect();
        for (String message : messages) {
            channel.basicPublish(
                    "", QUEUE, MessageProperties.PERSISTENT_BASIC, message.getBytes(StandardCharsets.UTF_8));
        }
        channel.waitForConfirmsOrDie(60_000);
    }

    private void writeSite() throws IOException {
        for (String folder : List.of("policies", "templates")) {
            Path target = Files.createDirectories(directory.resolve("routes").resolve(folder));
            try (Stream<Path> files = Files.list(Path.of("routes", folder))) {
                for (Path file : files.toList()) {
                    Files.copy(file, target.resolve(file.getFileName()));
                }
            }
        }
        Path site = Files.createDirectories(directory.resolve("routes/sites/drones"));
        Files.writeString(site.resolve("drones.profile.yaml"), """
                description: Fixes of drones.
                contract: sequence
                format: json
                identity: { entity: /drone_id, seq: /seq }
                sequence: { evidence: compact }
                """);
        Files.writeString(site.resolve("drones.camel.yaml"), """
                - templatedRoute:
                    routeId: drones
                    prefixId: drones-
                    routeTemplateRef: rabbitmq-source
                    parameters:
                      - name: profile
                        value: drones
                      - name: queue
                        value: %s
                      - name: deadLetterExchange
                        value: plantgate.dead
                      - name: declare
                        value: "true"
                """.formatted(QUEUE));
    }

    private List<String> arguments(String databaseUrl, int rabbitPort) {
        return List.of(
                "--plantgate.site=drones",
                "--plantgate.routes-directory=" + directory.resolve("routes"),
                "--plantgate.data-directory=" + directory.resolve("data"),
                "--spring.datasource.url=" + databaseUrl,
                "--spring.rabbitmq.host=127.0.0.1",
                "--spring.rabbitmq.port=" + rabbitPort,
                "--plantgate.web.security.users[0].name=drones",
                "--plantgate.web.security.users[0].password={noop}secret",
                "--plantgate.web.security.users[0].roles=operator",
                "--spring.main.banner-mode=off");
    }
}
