package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Sequences through the demo's door, and what people read of them. */
class SequencesRestTest extends GatewayTest {

    @Test
    void anEntityHasItsHighestNumberItsRateAndItsGaps() {
        assertThat(post(1, 10).getStatusCode().value()).isEqualTo(201);
        assertThat(post(2, 20).getStatusCode().value()).isEqualTo(201);
        assertThat(post(5, 50).getStatusCode().value()).isEqualTo(201);
        assertThat(post(2, 20).getStatusCode().value()).isEqualTo(200);
        assertThat(post(2, 21).getStatusCode().value()).isEqualTo(422);

        JsonNode entity = get("/api/sequences?entity=DRONE-1").at("/items/0");
        assertThat(entity.at("/highest").asLong()).isEqualTo(5);
        assertThat(entity.at("/numbers").asLong()).isEqualTo(3);
        assertThat(entity.at("/missing").asLong()).isEqualTo(2);
        JsonNode gap = get("/api/sequences/gaps?entity=DRONE-1").at("/items/0");
        assertThat(gap.at("/firstMissing").asLong()).isEqualTo(3);
        assertThat(gap.at("/lastMissing").asLong()).isEqualTo(4);
        assertThat(gap.at("/state").asText()).isEqualTo("open");
        assertThat(as("viewer").getForObject("/api/sequences.csv", String.class))
                .contains("entity,boot_id,generation,highest")
                .contains("DRONE-1,,0,5,3,");
        assertThat(as("viewer").getForObject("/api/sequences/gaps.csv?entity=DRONE-1", String.class))
                .contains("gap_id,entity,boot_id,generation,first_missing,last_missing,missing,state")
                .contains(",DRONE-1,,0,3,4,2,open,");
    }

    @Test
    void aDroneMaySpeakForItselfOnly() {
        assertThat(post("DRONE-2", 1, 1).getStatusCode().value()).isEqualTo(403);
    }

    private JsonNode get(String path) {
        return as("viewer").getForObject(path, JsonNode.class);
    }

    private ResponseEntity<String> post(int seq, int height) {
        return post("DRONE-1", seq, height);
    }

    private ResponseEntity<String> post(String drone, int seq, int height) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        String fix = "{\"drone_id\":\"%s\",\"seq\":%d,\"lat\":31.2,\"lon\":121.4,\"height\":%d}"
                .formatted(drone, seq, height);
        return as("drone-1").postForEntity("/api/events/drones", new HttpEntity<>(fix, headers), String.class);
    }
}
