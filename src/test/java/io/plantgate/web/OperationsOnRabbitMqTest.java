package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.inlet.amqp.AmqpNode;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.Operations;
import io.plantgate.operation.OperationsUnreachableException;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.actuate.health.Status;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

/** Requests for writes from a queue of a real RabbitMQ, whose line to the gateway breaks. */
class OperationsOnRabbitMqTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON =
            StrictJson.like(Jackson2ObjectMapperBuilder.json().build(), 65_536);
    private static final String INLET = "amqp-operations:shift";

    private static RabbitMqServer rabbit;
    private static CachingConnectionFactory connections;

    private final String queue = "operations-" + UUID.randomUUID();
    private final String answers = "answers-" + queue;
    private RabbitTemplate mes;
    private RabbitAdmin admin;
    private OperationFixture site;
    private Operations operations;
    private TcpLink link;
    private AmqpNode gateway;

    @BeforeAll
    static void startRabbit() {
        rabbit = RabbitMqServer.startOrSkip();
        connections = new CachingConnectionFactory("127.0.0.1", rabbit.port());
    }

    @AfterAll
    static void stopRabbit() {
        if (rabbit != null) {
            connections.destroy();
            rabbit.close();
        }
    }

    @BeforeEach
    void prepare() {
        mes = new RabbitTemplate(connections);
        admin = new RabbitAdmin(mes);
        admin.declareQueue(new Queue(answers, true));
        site = new OperationFixture();
        operations = site.node("node-1");
        link = new TcpLink("rabbitmq").leadTo(rabbit.port());
    }

    @AfterEach
    void end() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        link.close();
        site.close();
    }

    @Test
    @Tag("W-23")
    @Tag("W-54")
    void aLineThatBreaksBetweenRecordingAndAcknowledgementIsOneWriteWithTheSameAnswer() throws Exception {
        start(Map.of("declare", "true"), requests());
        publish("OP7", "step");
        eventually().until(() -> site.rows.count("operation") == 1);
        assertThat(messages(queue)).isZero();

        int before = link.connections();
        link.cut();
        eventually().until(() -> link.connections() > before && consumes());
        operations.people().authorise(new Name("shift", "OP7"), new Signed("anna", "guard closed"));

        List<JsonNode> all = new ArrayList<>(List.of(answer()));
        publish("OP7", "step");
        all.add(answer());
        gateway.close();
        for (Message more = mes.receive(answers); more != null; more = mes.receive(answers)) {
            all.add(JSON.readTree(more.getBody()));
        }
        assertThat(all).allSatisfy(one -> {
            assertThat(one.path("state").asText()).isEqualTo("SUCCEEDED");
            assertThat(one.path("resultId")).isEqualTo(all.get(0).path("resultId"));
        });
        assertThat(site.effects()).isOne();
        assertThat(messages(queue)).as("everything is acknowledged").isZero();
    }

    @Test
    void whatTheDatabaseCouldNotRecordIsNotAcknowledgedAndIsTriedAgain() throws Exception {
        AtomicInteger times = new AtomicInteger();
        OperationRequests real = requests();
        start(Map.of("declare", "true"), (way, client, by, body) -> {
            if (times.incrementAndGet() < 3) {
                throw new OperationsUnreachableException("The operations' database does not answer.", null);
            }
            return real.ask(way, client, by, body);
        });

        publish("OP7", "stop");

        assertThat(answer().path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(times).hasValue(3);
        assertThat(site.effects()).isOne();
    }

    @Test
    @Tag("W-04")
    void requestsThatWaitAreAnsweredOutOfTurnAndAllAreAcknowledged() throws Exception {
        start(Map.of("declare", "true"), requests());
        publish("OP7", "step");
        eventually().until(() -> site.rows.count("operation") == 1);

        publish("OP8", "stop");

        assertThat(answer().path("operationId").asText()).isEqualTo("OP8");
        operations.people().authorise(new Name("shift", "OP7"), new Signed("anna", "guard closed"));
        assertThat(answer().path("operationId").asText()).isEqualTo("OP7");
        gateway.close();
        assertThat(messages(queue)).as("everything is acknowledged").isZero();
    }

    @Test
    void aQueueThatIsNotAsTheSiteSaysIsRefusedByName() {
        assertThat(refusal(Map.of())).contains("no such queue", queue);
        admin.declareQueue(new Queue(queue, false));
        assertThat(refusal(Map.of())).contains("argument 'durable' is 'false'", "says 'true'");
        admin.deleteQueue(queue);
        admin.declareQueue(new Queue(queue, true, false, false, Map.of("x-message-ttl", 60_000)));
        assertThat(refusal(Map.of())).contains("argument 'x-message-ttl'");
    }

    @Test
    void healthSaysWhetherRequestsAreTaken() throws Exception {
        start(Map.of("declare", "true"), requests());
        eventually().until(this::consumes);
        assertThat(gateway.health().getStatus()).isEqualTo(Status.UP);

        link.leadTo(0);
        link.cut();

        eventually().untilAsserted(() -> {
            assertThat(gateway.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(gateway.health().getDetails().get(INLET).toString()).contains("the broker cannot be reached");
        });
    }

    private OperationRequests requests() {
        return new QueuedOperations(operations, JSON);
    }

    private void start(Map<String, String> more, OperationRequests requests) throws Exception {
        Map<String, String> parameters = new HashMap<>(more);
        parameters.putAll(Map.of("queue", queue, "client", "shift", "replyQueuePrefixes", "answers-"));
        gateway = AmqpNode.ofOperations(
                link.port(),
                site.database.dataSource(),
                ProfileFiles.load(Path.of("routes/sites/demo")),
                requests,
                parameters);
    }

    private String refusal(Map<String, String> parameters) {
        return Stream.iterate(
                        catchThrowable(() -> start(parameters, requests())), Objects::nonNull, Throwable::getCause)
                .map(Throwable::getMessage)
                .collect(Collectors.joining("\n"));
    }

    private boolean consumes() {
        return String.valueOf(gateway.health().getDetails().get(INLET)).startsWith("consumes");
    }

    private int messages(String name) {
        return admin.getQueueInfo(name).getMessageCount();
    }

    private void publish(String operationId, String command) {
        String body = """
                {"operationId": "%s", "target": "conveyor", "command": "%s", "validUntil": "%s", "waitSeconds": 60}""".formatted(operationId, command, Instant.now().plusSeconds(300));
        mes.send(
                "",
                queue,
                MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                        .setReplyTo(answers)
                        .setUserId("guest")
                        .setCorrelationId(operationId)
                        .build());
    }

    private JsonNode answer() throws IOException {
        Message answer = mes.receive(answers, PATIENCE.toMillis());
        assertThat(answer).isNotNull();
        return JSON.readTree(answer.getBody());
    }

    private static ConditionFactory eventually() {
        return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }
}
