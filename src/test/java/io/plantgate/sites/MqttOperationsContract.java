package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.inlet.mqtt.OperationTopic;
import io.plantgate.operation.OperationsUnreachableException;
import io.plantgate.testing.GatewayTest;
import io.plantgate.testing.LogLines;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.awaitility.core.ConditionFactory;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Requests for writes that come by MQTT 5 and are answered to a response topic, in the whole gateway. */
abstract class MqttOperationsContract extends GatewayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Autowired
    private CamelContext camel;

    @Autowired
    private OperationRequests requests;

    @Autowired
    private List<SimulatedDevice> devices;

    private final ObjectMapper json = new ObjectMapper();
    private final String id = UUID.randomUUID().toString().substring(0, 8);
    private final String operation = "MQTT-" + id;
    private final String route = "mqtt-operations-" + id;
    private final BlockingQueue<MqttMessage> answers = new LinkedBlockingQueue<>();
    private TcpLink link;
    private MqttClient mes;

    /** In Paho's form. */
    abstract String brokerUrl();

    @BeforeEach
    void connect() throws MqttException {
        link = new TcpLink(route).leadTo(URI.create(brokerUrl()).getPort());
        mes = new MqttClient(brokerUrl(), "mes-" + id, new MemoryPersistence());
        mes.setCallback(new Ears());
        mes.connect();
        mes.subscribe("answers/" + id + "/#", 1);
        mes.subscribe("elsewhere/" + id, 1);
    }

    @AfterEach
    void end() throws Exception {
        if (camel.getRoute(route) != null) {
            camel.getRouteController().stopRoute(route);
            camel.removeRoute(route);
        }
        mes.disconnectForcibly(0, 1000, true);
        mes.close(true);
        link.close();
    }

    @Test
    @Tag("W-23")
    void aRequestThatComesAgainIsOneWriteWithTheSameAnswerAndAnotherPayloadIsAConflict() throws Exception {
        startTheRoute("operator");
        int before = writes();

        MqttMessage first = ask(request("stop"));
        MqttMessage second = ask(request("stop"));
        MqttMessage other = ask(request("look"));

        assertThat(status(first)).isEqualTo(201);
        assertThat(status(second)).isEqualTo(200);
        assertThat(status(other)).isEqualTo(422);
        assertThat(body(first).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(body(second).path("resultId")).isEqualTo(body(first).path("resultId"));
        assertThat(body(other).path("otherDigest").asText()).isNotEmpty();
        assertThat(writes()).isEqualTo(before + 1);
        assertThat(row("door || ' ' || client || ' ' || asked_by")).isEqualTo("mqtt operator line-7");
    }

    @Test
    @Tag("W-58")
    void whatIsNoRequestIsAnsweredAndNothingIsInvented() throws Exception {
        startTheRoute("operator");

        assertThat(status(ask("no JSON"))).isEqualTo(400);
        assertThat(status(ask("null"))).isEqualTo(400);
        assertThat(status(ask(request("stop").replace("operationId", "replaces"))))
                .isEqualTo(400);
        MqttMessage relative = ask("{\"operationId\":\"" + operation
                + "\",\"target\":\"conveyor-1\",\"command\":\"stop\",\"validSeconds\":60}");
        assertThat(status(relative)).isEqualTo(400);
        assertThat(body(relative).path("detail").asText()).contains("validSeconds", "validUntil");
    }

    @Test
    void whoMayNotGiveACommandIsRefusedByThePolicyOfItsTarget() throws Exception {
        startTheRoute("stranger-" + id);

        assertThat(status(ask(request("stop")))).isEqualTo(403);
        assertThat(row("state || ' ' || code")).isEqualTo("refused CLIENT_NOT_ALLOWED");
    }

    @Test
    void withoutAResponseTopicOrWithAForeignOneItIsRecordedAndNotAnswered() throws Exception {
        startTheRoute("operator");
        String first = request("look");
        String second = first.replace(operation, operation + "-2");

        try (LogLines log = new LogLines()) {
            publish(first, null);
            publish(second, "elsewhere/" + id);
            publish("no JSON", null);
            assertThat(status(ask("null"))).isEqualTo(400);

            eventually().until(() -> recorded(operation) && recorded(operation + "-2"));
            eventually()
                    .until(() -> log.with("elsewhere/" + id, "responseTopicPrefixes", operation + "-2")
                                    .size()
                            == 1);
            eventually().until(() -> log.with("no response topic", "400").size() == 1);
        }
        assertThat(answers).isEmpty();
    }

    @Test
    @Tag("W-54")
    void aLineThatBreaksBetweenRecordingAndAcknowledgementIsOneWriteWithOneAnswer() throws Exception {
        startTheRoute("operator");
        int before = writes();
        publish(request("start"), "answers/" + id + "/start");
        eventually().until(() -> recorded(operation));

        int connections = link.connections();
        link.cut();
        eventually().until(() -> link.connections() > connections && isSubscribed());
        authorise();

        MqttMessage answer = await().atMost(PATIENCE).until(answers::poll, message -> message != null);
        assertThat(status(answer)).isIn(200, 201);
        assertThat(body(answer).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(body(answer).path("operationId").asText()).isEqualTo(operation);
        assertThat(writes()).isEqualTo(before + 1);
    }

    @Test
    @Tag("W-23")
    void whatTheDatabaseCouldNotRecordIsNotAcknowledgedAndComesAgain() throws Exception {
        AtomicInteger times = new AtomicInteger();
        OperationRequests failing = (way, client, by, body) -> {
            if (times.incrementAndGet() < 3) {
                throw new OperationsUnreachableException("The operations' database does not answer.", null);
            }
            return requests.ask(way, client, by, body);
        };
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("mqtt-operations:operator?topic=" + topic() + "&clientId=" + route + "&inlet=" + route
                                + "&sessionExpiryInterval=600&inFlightMax=2&receiveMaximum=2&brokerUrl=" + linkUrl())
                        .routeId(route)
                        .routeConfigurationId("operation")
                        .bean(new OperationTopic(failing, "operator", 0, "answers/"), "ask");
            }
        });
        eventually().until(this::isSubscribed);

        assertThat(status(ask(request("look")))).isEqualTo(201);
        assertThat(times).hasValue(3);
        // The topic names nobody here, so four eyes would know only one pair.
        assertThat(status(ask(request("start").replace(operation, operation + "-2"))))
                .isEqualTo(403);
    }

    @Test
    void whatComesWhileTheGatewayIsAwayWaitsInTheBroker() throws Exception {
        startTheRoute("operator");
        camel.getRouteController().stopRoute(route);
        publish(request("look"), "answers/" + id + "/look");
        assertThat(recorded(operation)).isFalse();

        camel.getRouteController().startRoute(route);

        MqttMessage answer = await().atMost(PATIENCE).until(answers::poll, message -> message != null);
        assertThat(status(answer)).isEqualTo(201);
    }

    private void startTheRoute(String client) {
        TemplatedRouteBuilder.builder(camel, "mqtt-operations")
                .routeId(route)
                .prefixId(route)
                .parameters(Map.of(
                        "topic",
                        "operations/" + id + "/+",
                        "client",
                        client,
                        "clientId",
                        route,
                        "inlet",
                        route,
                        "askerLevel",
                        "3",
                        "brokerUrl",
                        linkUrl(),
                        "responseTopicPrefixes",
                        "answers/"))
                .add();
        eventually().until(this::isSubscribed);
    }

    private String linkUrl() {
        return "tcp://127.0.0.1:" + link.port();
    }

    private boolean isSubscribed() {
        return as("viewer")
                .getForObject("/actuator/health", JsonNode.class)
                .findPath(route)
                .path("status")
                .asText()
                .equals("UP");
    }

    private void authorise() {
        assertThat(as("approver")
                        .postForEntity(
                                "/api/operations/{id}/authorisation?client=operator",
                                Map.of("reason", "guard closed"),
                                JsonNode.class,
                                operation)
                        .getStatusCode()
                        .value())
                .isEqualTo(200);
    }

    private boolean recorded(String operationId) {
        return sql().sql("select count(*) from operation where operation_id = :id")
                        .param("id", operationId)
                        .query(Long.class)
                        .single()
                == 1;
    }

    private String row(String what) {
        return sql().sql("select " + what + " from operation where operation_id = :id")
                .param("id", operation)
                .query(String.class)
                .single();
    }

    private int writes() {
        return devices.stream()
                .filter(device -> device.name().equals("conveyor-1"))
                .findFirst()
                .orElseThrow()
                .log()
                .writes()
                .size();
    }

    private String request(String command) {
        return """
                {"operationId": "%s", "target": "conveyor-1", "command": "%s", "validUntil": "%s", "waitSeconds": 30}""".formatted(operation, command, Instant.now().plusSeconds(50));
    }

    private String topic() {
        return "operations/" + id + "/line-7";
    }

    private MqttMessage ask(String body) throws Exception {
        publish(body, "answers/" + id + "/mes");
        MqttMessage answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(answer).isNotNull();
        assertThat(answer.getProperties().getCorrelationData()).isEqualTo(correlation());
        assertThat(answer.getQos()).isEqualTo(1);
        return answer;
    }

    private byte[] correlation() {
        // Any bytes, and no text.
        return new byte[] {0, (byte) 0xff, (byte) operation.length()};
    }

    private void publish(String body, String responseTopic) throws MqttException {
        MqttProperties facts = new MqttProperties();
        if (responseTopic != null) {
            facts.setResponseTopic(responseTopic);
            facts.setCorrelationData(correlation());
        }
        mes.publish(topic(), new MqttMessage(body.getBytes(StandardCharsets.UTF_8), 1, false, facts));
    }

    private static int status(MqttMessage answer) {
        return Integer.parseInt(
                answer.getProperties().getUserProperties().get(0).getValue());
    }

    private JsonNode body(MqttMessage answer) throws IOException {
        return json.readTree(answer.getPayload());
    }

    private static ConditionFactory eventually() {
        return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50));
    }

    private final class Ears implements MqttCallback {

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            answers.add(message);
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {}

        @Override
        public void mqttErrorOccurred(MqttException exception) {}

        @Override
        public void deliveryComplete(IMqttToken token) {}

        @Override
        public void connectComplete(boolean reconnect, String serverUri) {}

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {}
    }
}
