package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.testing.GatewayTest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** The demo's conveyors from the door to the device and back, each over its own protocol. */
class ConveyorsDemoTest extends GatewayTest {

    private static final Duration PLENTY = Duration.ofSeconds(60);

    @Autowired
    private List<SimulatedDevice> devices;

    @ParameterizedTest
    @ValueSource(strings = {"conveyor-1", "conveyor-3", "conveyor-4"})
    void aStopThatIsAskedForTwiceIsDoneOnce(String conveyor) {
        int before = device(conveyor).log().writes().size();
        String operation = newOperation();

        ResponseEntity<JsonNode> first = stop(conveyor, operation);
        ResponseEntity<JsonNode> second = stop(conveyor, operation);

        assertThat(first.getStatusCode()).isEqualTo(HttpStatus.CREATED);
        assertThat(second.getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(second.getBody().path("resultId")).isEqualTo(first.getBody().path("resultId"));
        awaitState(operation, "SUCCEEDED");
        assertThat(device(conveyor).log().writes()).hasSize(before + 1);
    }

    @Tag("W-17")
    @ParameterizedTest
    @ValueSource(strings = {"conveyor-1", "conveyor-3", "conveyor-4"})
    void whatWasDoneWhileTheAnswerWasLostIsFoundOutByAskingTheDevice(String conveyor) {
        int before = device(conveyor).log().writes().size();
        device(conveyor).next(Manner.LOST);
        String operation = newOperation();

        stop(conveyor, operation);

        awaitState(operation, "SUCCEEDED");
        assertThat(device(conveyor).log().writes()).hasSize(before + 1);
    }

    @Test
    void aStopThatNeverArrivedAtADeviceWithoutAMemoryWaitsForAPersonAndIsNotSentAgain() {
        int before = device("conveyor-2").log().writes().size();
        device("conveyor-2").next(Manner.RESETS);
        String operation = newOperation();

        stop("conveyor-2", operation);

        awaitState(operation, "UNKNOWN");
        ResponseEntity<JsonNode> settled = as("approver")
                .postForEntity(
                        "/api/operations/" + operation + "/settlement?client=operator",
                        Map.of("outcome", "FAILED", "evidence", "the belt runs", "reason", "looked"),
                        JsonNode.class);
        assertThat(settled.getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(state(operation)).isEqualTo("FAILED");
        assertThat(device("conveyor-2").log().writes()).hasSize(before);
    }

    @Test
    void anOpenGuardRefusesTheStartAndNothingIsWritten() {
        int before = device("conveyor-1").log().writes().size();
        device("conveyor-1").guard(false);
        String operation = newOperation();
        try {
            as("operator").postForEntity("/api/operations", asked(operation, "start", Map.of()), JsonNode.class);
            as("approver")
                    .postForEntity(
                            "/api/operations/" + operation + "/authorisation?client=operator",
                            Map.of("reason", "nobody looked"),
                            JsonNode.class);

            awaitState(operation, "REFUSED");
        } finally {
            device("conveyor-1").guard(true);
        }
        assertThat(device("conveyor-1").log().writes()).hasSize(before);
    }

    @Test
    void aValueThatItsTagCannotHoldIsRefusedByTheGatewayAndNotByTheDevice() {
        String operation = newOperation();

        as("operator")
                .postForEntity("/api/operations", asked(operation, "speed", Map.of("speed", 4.55)), JsonNode.class);

        awaitState(operation, "REFUSED");
        JsonNode story = as("operator").getForObject("/api/operations/" + operation, JsonNode.class);
        assertThat(story.at("/operation/code").asText()).isEqualTo("NOT_REPRESENTABLE");
        assertThat(story.at("/history/3/origin").asText()).isEqualTo("node");
        assertThat(story.at("/history/3/reason").asText()).contains("nothing was sent");
    }

    @Test
    void aNameWithASlashInAPathIsRefusedWithTheWayToAsk() {
        ResponseEntity<String> answer = as("viewer")
                .getForEntity(URI.create(http.getRootUri() + "/api/operations/A%2FB?client=effects"), String.class);

        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(answer.getBody()).contains("%2F", "@KEY", "?operationId=");
    }

    private static Map<String, Object> asked(String operation, String command, Map<String, Object> parameters) {
        return Map.of(
                "operationId",
                operation,
                "target",
                "conveyor-1",
                "command",
                command,
                "parameters",
                parameters,
                "validSeconds",
                60);
    }

    private SimulatedDevice device(String name) {
        return devices.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String newOperation() {
        return "DEMO-" + UUID.randomUUID();
    }

    private ResponseEntity<JsonNode> stop(String conveyor, String operation) {
        return as("operator")
                .postForEntity(
                        "/api/operations",
                        Map.of(
                                "operationId",
                                operation,
                                "target",
                                conveyor,
                                "command",
                                "stop",
                                "validSeconds",
                                60,
                                "waitSeconds",
                                20),
                        JsonNode.class);
    }

    private void awaitState(String operation, String wanted) {
        await().atMost(PLENTY).untilAsserted(() -> assertThat(state(operation)).isEqualTo(wanted));
    }

    private String state(String operation) {
        return as("operator")
                .getForObject("/api/operations/" + operation, JsonNode.class)
                .path("operation")
                .path("state")
                .asText();
    }
}
