package io.plantgate.sequence.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TcpLink;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real RabbitMQ delivers again to a gateway that was killed. */
class ReplayInGatewayTest {

    private static final Duration WITHIN = Duration.ofSeconds(180);
    private static final int ENTITIES = Integer.getInteger("sequence.entities", 1000);
    private static final int NUMBERS = 20;
    private static final String QUEUE = "plantgate.drones";

    private static final String PROFILE = """
            description: Fixes of drones.
            contract: sequence
            format: json
            identity: { entity: /drone_id, seq: /seq }
            sequence: { evidence: %s }
            """;
    private static final String ROUTE = """
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
            """.formatted(QUEUE);

    // Compact evidence keeps no row of a plain first: its number stands in a block, 14 bytes for each.
    private static final String IN_BLOCKS = """
            select substr(s.source, length('sequence:') + 1) || ' '
                   || b.block_no * 1024 + get_byte(b.numbers, i) * 256 + get_byte(b.numbers, i + 1)
              from sequence_block b
              join source s using (source_id)
             cross join generate_series(0, octet_length(b.numbers) - 1, 14) i""";

    private static RabbitMqServer rabbit;

    @TempDir
    private Path directory;

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private Connection connection;
    private Channel channel;

    @BeforeAll
    static void startBroker() {
        rabbit = RabbitMqServer.startOrSkip();
    }

    @AfterAll
    static void stopBroker() {
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @BeforeEach
    void connect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.port());
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDelete(QUEUE);
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        database.close();
    }

    @Test
    @Tag("Q-03")
    @Tag("Q-15")
    @Tag("Q-21")
    void acknowledgedTo100AndKilledAt105ItHears101To105AgainAndEachIsDrawnOnce() throws Exception {
        try (TcpLink link = new TcpLink("rabbitmq").leadTo(rabbit.port());
                QueueGateway gateway = gateway(link.port(), "all")) {
            gateway.start();
            fly(1, 100);
            awaitDrawn(100);
            await().atMost(WITHIN).until(() -> rabbit.unacknowledged(QUEUE) == 0);
            // From here on no acknowledgement reaches the broker: it believes that the gateway has come to 100.
            link.loseRequests();
            fly(101, 105);
            awaitDrawn(105);
            gateway.kill();
            await().atMost(WITHIN).until(() -> channel.messageCount(QUEUE) == 5);
            link.cut();

            gateway.start();
            fly(106, 110);
            awaitDrawn(110);
            await().atMost(WITHIN).until(() -> repeats() == 5);

            Comparison compared = Comparison.of(track(1, 110), drawn());
            System.out.printf(
                    "Gateway, the story: acknowledged to 100, recorded to 105, killed, 5 messages delivered again: %s, %d duplicates%n",
                    compared, repeats());
            assertThat(drawn()).containsExactlyElementsOf(track(1, 110));
            assertThat(rows.list(
                            "select transition_id from arrival where decision = 'DUPLICATE' order by transition_id"))
                    .containsExactly("101", "102", "103", "104", "105");
            assertThat(rows.count("arrival where late")).isZero();
        }
    }

    @Test
    @Tag("Q-10")
    @Tag("Q-15")
    void whatIsSentAgainAfterTheKillIsRecordedOnceAndNothingIsMissing() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        List<String> messages = messages(new Random(seed));
        try (QueueGateway gateway = gateway(rabbit.port(), "compact")) {
            gateway.start();
            CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publishAll(messages));
            await().atMost(WITHIN).pollInterval(Duration.ofMillis(20)).until(() -> firsts() > ENTITIES * NUMBERS / 4);
            gateway.kill();
            long beforeTheKill = firsts();
            publishing.get(60, TimeUnit.SECONDS);
            // The sender does not know what arrived: it sends its last messages again.
            publish(channel, messages.subList(messages.size() / 2, messages.size()));
            gateway.start();
            long published = messages.size() + messages.size() - messages.size() / 2;
            // What the broker delivered twice is decided twice.
            await().atMost(WITHIN).until(() -> channel.messageCount(QUEUE) == 0 && firsts() + repeats() >= published);

            Comparison compared = Comparison.of(allNumbers(), rows.list(IN_BLOCKS));
            System.out.printf(
                    "Gateway: %,d messages of %,d entities, killed at %,d firsts: %s, %,d duplicates, seed %d%n",
                    published, ENTITIES, beforeTheKill, compared, repeats(), seed);
            assertThat(compared.isEqual()).as("seed " + seed + ": " + compared).isTrue();
            assertThat(rows.count("sequence_entity where numbers = " + NUMBERS + " and missing = 0 and open_gaps = 0"))
                    .as("seed " + seed)
                    .isEqualTo(ENTITIES);
            assertThat(rows.count("arrival where decision in ('CONFLICT', 'INCOMPLETE', 'QUARANTINED')"))
                    .isZero();
        }
    }

    private QueueGateway gateway(int rabbitPort, String evidence) throws IOException {
        return new QueueGateway(directory, database.url(), rabbitPort)
                .with("drones.profile.yaml", PROFILE.formatted(evidence))
                .with("drones.camel.yaml", ROUTE);
    }

    private void fly(int from, int to) throws Exception {
        publish(
                channel,
                IntStream.rangeClosed(from, to)
                        .mapToObj(number -> fix(1, number))
                        .toList());
    }

    private static List<String> track(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(number -> "D-1 " + number)
                .toList();
    }

    private void awaitDrawn(int points) {
        await().atMost(WITHIN).until(() -> drawn().size() == points);
    }

    /** As a map draws it: what is a first arrival, and not late. */
    private List<String> drawn() {
        return rows.list(
                "select substr(s.source, length('sequence:') + 1), a.transition_id from arrival a"
                        + " join source s using (source_id) where a.decision = 'CANONICAL' and not a.late order by a.arrival_id");
    }

    private long firsts() {
        return Long.parseLong(rows.one("select coalesce(sum(numbers), 0) from sequence_track"));
    }

    private long repeats() {
        return rows.count("arrival where decision = 'DUPLICATE'");
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

    private static List<String> allNumbers() {
        return IntStream.range(0, ENTITIES * NUMBERS)
                .mapToObj(i -> "D-%d %d".formatted(i / NUMBERS, i % NUMBERS))
                .toList();
    }

    private static String fix(int entity, int number) {
        return "{\"drone_id\":\"D-%d\",\"seq\":%d,\"lat\":31.%04d,\"lon\":121.4,\"ts\":1700000000}"
                .formatted(entity, number, number);
    }

    private void publishAll(List<String> messages) {
        try (Channel own = connection.createChannel()) {
            publish(own, messages);
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
}
