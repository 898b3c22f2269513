package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.plantgate.embedded.plc.LoggedWrite;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
import io.plantgate.testing.Programs;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** A gateway behind a real RabbitMQ, killed at each step of its requests; the machine outlives it. */
class KilledWritersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUEUE = "operations";
    private static final String ANSWERS = "answers-mes";
    private static final String CONVEYOR = """
            description: a conveyor that keeps operations
            protocol: modbus-tcp
            connection: %s
            callMillis: 20000
            windows: {queueSeconds: 60, reconnectSeconds: 60, manualRetrySeconds: 600, replaySeconds: 7200, resultsSeconds: 86400}
            ownership: {reception: the gateway, effect: the conveyor, resultQuery: the conveyor, compensation: the shift}
            handshake: {orders: 100, request: 110, answers: 120, entries: 8}
            tags:
              order: {table: holding, address: 100}
            commands:
              stop: {class: start-stop, from: [shift], validitySecondsMax: 600, writes: [{tag: order, value: 1}]}
            """;

    @TempDir
    private Path folder;

    private final Map<String, List<JsonNode>> answers = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private RabbitMqServer rabbit;
    private CachingConnectionFactory connections;
    private RabbitTemplate mes;
    private RabbitAdmin admin;
    private TestDatabase database;
    private Rows rows;
    private SimulatedModbusConveyor device;
    private Process gateway;

    @BeforeEach
    void startThePlant() throws IOException {
        rabbit = RabbitMqServer.startOrSkip();
        connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
        mes = new RabbitTemplate(connections);
        admin = new RabbitAdmin(mes);
        admin.declareQueue(new Queue(ANSWERS, true));
        admin.declareQueue(new Queue(QUEUE, true));
        database = TestDatabase.fresh();
        rows = new Rows(database.dataSource());
        device = SimulatedModbusConveyor.withHandshake("conveyor", 0);
        // So late that its gateway is dead by then, however slow the machine is.
        device.lateMillis(Duration.ofMinutes(5).toMillis());
        Files.createDirectories(folder.resolve("equipment"));
        Files.writeString(folder.resolve("equipment/conveyor.equipment.yaml"), CONVEYOR.formatted(device.connection()));
    }

    @AfterEach
    void stopThePlant() {
        if (gateway != null) {
            Programs.kill(gateway.toHandle());
        }
        if (rabbit != null) {
            connections.destroy();
            rabbit.close();
            device.close();
            database.close();
        }
    }

    @Test
    @Tag("W-23")
    @Tag("W-53")
    @Tag("W-54")
    @Tag("I08")
    void whateverIsDeliveredAgainIsWrittenOnceAndEveryRequestHasItsOneAnswer() throws Exception {
        ask(1, 4);
        start();
        eventually().until(() -> rows.count("operation") > 0);
        kill();

        device.next(Manner.LATE);
        int before = device.log().writes().size();
        ask(5, 8);
        start();
        eventually().until(() -> device.log().writes().size() > before);
        kill();

        start();
        eventually().until(() -> collect() > 0);
        kill();
        start();
        ask(1, 8);
        eventually().untilAsserted(() -> {
            collect();
            assertThat(answers).containsOnlyKeys(asked);
        });

        nothingIsWrittenTwiceAndAllIsTrue();
        everyRequestHasOneAnswer();
        stop();
        eventually().until(() -> admin.getQueueInfo(QUEUE).getConsumerCount() == 0);
        whatIsLeftWasDeliveredAndAnsweredBefore();
    }

    private void everyRequestHasOneAnswer() {
        Map<String, String> results = new TreeMap<>();
        answers.forEach((correlation, all) -> all.forEach(answer -> {
            String operation = answer.path("operationId").asText();
            String result = answer.path("resultId").asText();
            assertThat(correlation).startsWith(operation + " ");
            assertThat(result).isNotEmpty();
            assertThat(results.computeIfAbsent(operation, first -> result))
                    .as(correlation)
                    .isEqualTo(result);
            // On a machine that is slow enough it is still pending after the longest wait.
            if (!answer.path("pending").asBoolean()) {
                assertThat(answer.path("state").asText())
                        .as(correlation)
                        .isIn(
                                "UNKNOWN",
                                rows.one("select upper(state::text) from operation where operation_id = ?", operation));
            }
        }));
    }

    /**
     * Whoever died between its claim and its mark has certainly written nothing: failed. After the mark only the machine knows;
     * what it has never heard of may still come, and waits for a person.
     */
    private void nothingIsWrittenTwiceAndAllIsTrue() {
        eventually().untilAsserted(() -> assertThat(
                        rows.count("operation where state >= 'succeeded' and recover_at is null"))
                .isEqualTo(8));
        List<String> written =
                device.log().writes().stream().map(LoggedWrite::operation).toList();
        assertThat(written)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        rows.list("select operation_number from operation where state = 'succeeded'"));
        assertThat(device.log().repeats()).isEmpty();
        assertThat(rows.count("operation_move where to_state = 'unknown'")).isPositive();
        assertThat(
                        rows.count(
                                "operation o where state not in ('succeeded', 'failed', 'unknown')"
                                        + " or state = 'unknown' and not exists (select from work_item w where w.operation_key = o.operation_key)"))
                .isZero();
    }

    /** A stop gives back what it had not come to; nothing is left that nobody has answered. */
    private void whatIsLeftWasDeliveredAndAnsweredBefore() {
        for (Message left = mes.receive(QUEUE); left != null; left = mes.receive(QUEUE)) {
            assertThat(left.getMessageProperties().isRedelivered()).isTrue();
            assertThat(answers).containsKey(left.getMessageProperties().getCorrelationId());
        }
    }

    private void ask(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(number -> {
            String operation = "OP" + number;
            String correlation = operation + " " + asked.size();
            asked.add(correlation);
            String body = """
                    {"operationId": "%s", "target": "conveyor", "command": "stop", "validUntil": "%s", "waitSeconds": 60}""".formatted(operation, Instant.now().plusSeconds(590));
            mes.send(
                    "",
                    QUEUE,
                    MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                            .setReplyTo(ANSWERS)
                            .setUserId("guest")
                            .setCorrelationId(correlation)
                            .build());
        });
    }

    /** How many answers there were. */
    private int collect() throws IOException {
        int count = 0;
        for (Message answer = mes.receive(ANSWERS); answer != null; answer = mes.receive(ANSWERS)) {
            answers.computeIfAbsent(answer.getMessageProperties().getCorrelationId(), first -> new ArrayList<>())
                    .add(JSON.readTree(answer.getBody()));
            count++;
        }
        return count;
    }

    private void start() throws IOException {
        File log = folder.resolve("gateway.log").toFile();
        gateway = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WritingGateway.class.getName(),
                        Integer.toString(rabbit.port()),
                        database.url(),
                        folder.resolve("equipment").toString(),
                        QUEUE)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    private void kill() {
        assertThat(gateway.isAlive()).as("the gateway; see gateway.log").isTrue();
        Programs.kill(gateway.toHandle());
    }

    private void stop() throws Exception {
        gateway.getOutputStream().close();
        assertThat(gateway.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private static ConditionFactory eventually() {
        return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10));
    }
}
