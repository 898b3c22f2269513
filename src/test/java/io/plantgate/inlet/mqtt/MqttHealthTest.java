package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** What is said over HTTP about MQTT sources, to whom. */
@Tag("C05")
class MqttHealthTest extends GatewayTest {

    private static final String ROUTE = "valves-mqtt";

    @Autowired
    private CamelContext camel;

    @AfterEach
    void resume() throws Exception {
        camel.getRouteController().resumeRoute(ROUTE);
        eventually().until(() -> valves().at("/status").asText().equals("UP"));
    }

    @Test
    void aSubscribedSourceIsUpAndSaysWhatItIsSubscribedTo() {
        eventually()
                .untilAsserted(() -> assertThat(valves().at("/status").asText()).isEqualTo("UP"));

        JsonNode details = valves().at("/details");
        assertThat(details.at("/phase").asText()).isEqualTo("SUBSCRIBED");
        assertThat(details.at("/topic").asText()).isEqualTo("plant/valves/+/+");
        assertThat(details.at("/clientId").asText()).isEqualTo("plantgate-node-1-valves");
    }

    @Test
    void aSourceThatIsNotSubscribedIsDownAndSoIsTheGateway() throws Exception {
        camel.getRouteController().suspendRoute(ROUTE);
        eventually()
                .untilAsserted(
                        () -> assertThat(valves().at("/details/phase").asText()).isEqualTo("STOPPED"));

        assertThat(valves().at("/status").asText()).isEqualTo("DOWN");
        ResponseEntity<JsonNode> anyone = http.getForEntity("/actuator/health", JsonNode.class);
        assertThat(anyone.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(anyone.getBody().at("/status").asText()).isEqualTo("DOWN");
        assertThat(anyone.getBody().toString()).as("for those who may see it").doesNotContain("clientId");
    }

    private JsonNode valves() {
        return as("viewer")
                .getForObject("/actuator/health", JsonNode.class)
                .at("/components/mqtt/components/mqtt:valves");
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}
