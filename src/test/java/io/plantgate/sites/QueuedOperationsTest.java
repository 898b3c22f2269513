package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.testing.GatewayTest;
import io.plantgate.testing.LogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;

/** Requests for writes that come by a queue and are answered to another, in the whole gateway. */
class QueuedOperationsTest extends GatewayTest {

    private static final String ROUTE = "queued-operations-test";
    private static final String QUEUE = "plantgate.operations.test";
    private static final String ANSWERS = "operation-answers.test";
    private static final String ELSEWHERE = "elsewhere.test";

    @Autowired
    private RabbitTemplate broker;

    @Autowired
    private CamelContext camel;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private List<SimulatedDevice> devices;

    private final ObjectMapper json = new ObjectMapper();
    private final String operation = "QUEUED-" + UUID.randomUUID();

    @BeforeEach
    void startTheRouteOnce() {
        RabbitAdmin admin = new RabbitAdmin(broker);
        List.of(QUEUE, ANSWERS, ELSEWHERE).forEach(name -> admin.declareQueue(new Queue(name, true)));
        if (camel.getRoute(ROUTE) != null) {
            return;
        }
        TemplatedRouteBuilder.builder(camel, "rabbitmq-operations")
                .routeId(ROUTE)
                .prefixId(ROUTE)
                .parameters(Map.of("queue", QUEUE, "client", "operator", "replyQueuePrefixes", "operation-answers."))
                .add();
    }

    @Test
    @Tag("W-23")
    void aRequestThatTheQueueDeliversAgainIsOneWriteWithTheSameAnswerAndAnotherPayloadIsAConflict() throws IOException {
        int before = conveyor().log().writes().size();

        Message first = ask(stop("stop"), ANSWERS);
        Message second = ask(stop("stop"), ANSWERS);
        Message other = ask(stop("look"), ANSWERS);

        assertThat(status(first)).isEqualTo(201);
        assertThat(status(second)).isEqualTo(200);
        assertThat(status(other)).isEqualTo(422);
        assertThat(body(first).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(body(second).path("resultId")).isEqualTo(body(first).path("resultId"));
        assertThat(body(other).path("otherDigest").asText()).isNotEmpty();
        assertThat(conveyor().log().writes()).hasSize(before + 1);
        assertThat(sql().sql("select door from operation where operation_id = :id")
                        .param("id", operation)
                        .query(String.class)
                        .single())
                .isEqualTo("amqp");
    }

    @Test
    @Tag("W-58")
    void whatIsNoRequestIsAnsweredAndNothingIsInvented() {
        assertThat(status(ask("no JSON", ANSWERS))).isEqualTo(400);
        assertThat(status(ask("null", ANSWERS))).isEqualTo(400);
        assertThat(status(ask(stop("stop").replace("operationId", "replaces"), ANSWERS)))
                .isEqualTo(400);
    }

    @Test
    void aValidityThatWouldBeginOnlyWhenTheQueueIsReadIsRefused() throws IOException {
        Message answer = ask(
                "{\"operationId\":\"" + operation
                        + "\",\"target\":\"conveyor-1\",\"command\":\"stop\",\"validSeconds\":60}",
                ANSWERS);

        assertThat(status(answer)).isEqualTo(400);
        assertThat(body(answer).path("detail").asText()).contains("validSeconds", "validUntil");
    }

    @Test
    void whatNeedsAnApprovalIsRefusedWithoutACheckedUserId() throws IOException {
        Message answer = ask(stop("start"), ANSWERS);

        assertThat(status(answer)).isEqualTo(403);
        assertThat(body(answer).path("code").asText()).isEqualTo("ASKER_NOT_NAMED");
    }

    @Test
    void noOtherQueueIsEverAnsweredTo() {
        double before = invalid();
        try (LogLines log = new LogLines()) {
            publish(stop("look"), ELSEWHERE);
            publish("no JSON", null);

            assertThat(status(ask("null", ANSWERS))).isEqualTo(400);
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(log.with(ELSEWHERE, "replyQueuePrefixes")).hasSize(1);
                assertThat(log.with("no reply-to", "400")).hasSize(1);
                assertThat(invalid()).isEqualTo(before + 2);
            });
        }
        assertThat(broker.receive(ELSEWHERE)).isNull();
    }

    private double invalid() {
        return meters.get("plantgate.operations.asked")
                .tags("answer", "invalid", "door", "amqp")
                .counter()
                .count();
    }

    private SimulatedDevice conveyor() {
        return devices.stream()
                .filter(device -> device.name().equals("conveyor-1"))
                .findFirst()
                .orElseThrow();
    }

    private String stop(String command) {
        return """
                {"operationId": "%s", "target": "conveyor-1", "command": "%s", "validUntil": "%s", "waitSeconds": 30}""".formatted(operation, command, Instant.now().plusSeconds(50));
    }

    private Message ask(String body, String replyTo) {
        publish(body, replyTo);
        Message answer = broker.receive(replyTo, 60_000);
        assertThat(answer).isNotNull();
        assertThat(answer.getMessageProperties().getCorrelationId()).isEqualTo(operation);
        return answer;
    }

    private void publish(String body, String replyTo) {
        broker.send(
                "",
                QUEUE,
                MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                        .setReplyTo(replyTo)
                        .setCorrelationId(operation)
                        .build());
    }

    private static int status(Message answer) {
        return ((Number) answer.getMessageProperties().getHeader("status")).intValue();
    }

    private JsonNode body(Message answer) throws IOException {
        return json.readTree(answer.getBody());
    }
}
