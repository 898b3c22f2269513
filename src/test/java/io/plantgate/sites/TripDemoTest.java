package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.testing.GatewayTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** A trip that should stop a conveyor, from the event to the belt. */
class TripDemoTest extends GatewayTest {

    private static final Duration PLENTY = Duration.ofSeconds(60);
    private static final String SOURCE = "PUMP-07/TripDemo";

    @Autowired
    private List<SimulatedDevice> devices;

    @Test
    @Tag("E-60")
    @Tag("I08")
    void aTripAsksForOneStopWhichWaitsForAnApproverHoweverOftenTheTripIsReported() {
        long trip = report("T1").get("canonicalId").asLong();
        JsonNode again = report("T1");
        awaitEffect(trip, "ACCEPTED");
        JsonNode operation = operation(trip);

        assertThat(again.path("decision").asText()).isEqualTo("DUPLICATE");
        assertThat(operation.path("state").asText()).isEqualTo("AWAITING_AUTHORISATION");
        assertThat(stops(operation)).isZero();

        authorise(operation);
        awaitEffect(trip, "DELIVERED");
        report("T1");

        assertThat(operation(trip).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(stops(operation(trip))).isEqualTo(1);
        assertThat(sql().sql("select count(*) from outbox where kind = 'conveyor-stop' and canonical_id = :id")
                        .param("id", trip)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    private void authorise(JsonNode operation) {
        assertThat(as("approver")
                        .postForEntity(
                                "/api/operations/@"
                                        + operation.path("operationKey").asLong() + "/authorisation",
                                Map.of("reason", "the pump is down"),
                                JsonNode.class)
                        .getStatusCode())
                .isEqualTo(HttpStatus.OK);
    }

    private long stops(JsonNode operation) {
        return devices.stream()
                .filter(device -> device.name().equals("conveyor-1"))
                .mapToLong(device ->
                        device.log().writesOf(operation.path("operationNumber").asText()))
                .sum();
    }

    private JsonNode report(String transition) {
        HttpHeaders json = new HttpHeaders();
        json.setContentType(MediaType.APPLICATION_JSON);
        String body = """
                {"source": "%s", "transitionId": "%s", "bootId": "B1", "severity": "Critical", "feeds": "conveyor-1"}""";
        return as("pump-07")
                .postForObject(
                        "/api/events/pumps",
                        new HttpEntity<>(body.formatted(SOURCE, transition), json),
                        JsonNode.class);
    }

    private void awaitEffect(long canonicalId, String state) {
        await().atMost(PLENTY)
                .untilAsserted(() ->
                        assertThat(effect(canonicalId).path("state").asText()).isEqualTo(state));
    }

    private JsonNode effect(long canonicalId) {
        return as("viewer")
                .getForObject("/api/effects?kind=conveyor-stop&canonicalId=" + canonicalId, JsonNode.class)
                .path("items")
                .path(0);
    }

    private JsonNode operation(long canonicalId) {
        String key = effect(canonicalId).path("idempotencyKey").asText();
        return as("viewer")
                .getForObject("/api/operations?client=effects&operationId=" + key, JsonNode.class)
                .path("items")
                .path(0);
    }
}
