package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
        assertThat(gap.at("/firstSkipped").asLong()).isEqualTo(3);
        assertThat(gap.at("/lastSkipped").asLong()).isEqualTo(4);
        assertThat(gap.at("/missingNumbers").asText()).isEqualTo("3-4");
        assertThat(gap.at("/state").asText()).isEqualTo("open");
        assertThat(as("viewer").getForObject("/api/sequences.csv", String.class))
                .contains("entity,boot_id,generation,highest")
                .contains("DRONE-1,,0,5,3,");
        assertThat(as("viewer").getForObject("/api/sequences/gaps.csv?entity=DRONE-1", String.class))
                .contains("gap_id,entity,boot_id,generation,first_skipped,last_skipped,missing,missing_numbers,state")
                .contains(",DRONE-1,,0,3,4,2,3-4,open,");
    }

    @Test
    void ofAPlainFirstUnderCompactEvidenceIsToldWhatIsKeptAndWhatIsNot() {
        post("operator", "DRONE-9", 1001, 10);
        long first =
                read(post("operator", "DRONE-9", 1002, 20)).at("/canonicalId").asLong();
        ResponseEntity<String> other = post("operator", "DRONE-9", 1002, 21);
        assertThat(other.getStatusCode().value()).isEqualTo(422);
        JsonNode conflict = read(other);
        assertThat(conflict.at("/canonicalId").asLong()).isEqualTo(first);
        assertThat(conflict.at("/firstKept").asBoolean(true)).isFalse();
        assertThat(conflict.at("/detail").asText()).contains("only the digest").doesNotContain("Both are kept");

        JsonNode story = get("/api/events/" + first);
        assertThat(story.at("/event/evidence").asText()).isEqualTo("COMPACT");
        assertThat(story.at("/event/source").asText()).isEqualTo("sequence:DRONE-9");
        assertThat(story.at("/event/transitionId").asText()).isEqualTo("1002");
        assertThat(story.at("/event/arrivalAt").asText()).isNotEmpty();
        assertThat(story.at("/event/payloadHash").asText())
                .isEqualTo(conflict.at("/firstPayloadHash").asText());
        assertThat(story.at("/event/rawBytes").isMissingNode()).isTrue();
        assertThat(story.at("/counts/conflicts").asLong()).isEqualTo(1);
        assertThat(story.at("/repeats/items/0/decision").asText()).isEqualTo("CONFLICT");

        ResponseEntity<JsonNode> row = as("viewer").getForEntity("/api/arrivals/" + first, JsonNode.class);
        assertThat(row.getStatusCode().value()).isEqualTo(410);
        assertThat(row.getBody().at("/type").asText()).isEqualTo("urn:plantgate:problem:not-kept");
        for (long none : new long[] {999_999_999, 0, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThat(get("/api/arrivals/" + none).at("/status").asInt()).isEqualTo(404);
            assertThat(get("/api/events/" + none).at("/status").asInt()).isEqualTo(404);
        }
        JsonNode item = get("/api/work-items/" + conflict.at("/workItemId").asLong());
        assertThat(item.findValue("firstKept").asBoolean(true)).isFalse();
    }

    @Test
    void aRestartWithoutABootIsShownWithTheEntityAndInAListOfItsOwn() {
        sql().sql("insert into source (source) values ('sequence:METER-9')").update();
        sql().sql("insert into sequence_track (source_id, boot_id, generation, high, numbers)"
                        + " select source_id, '', 1, 3, 8 from source where source = 'sequence:METER-9'")
                .update();
        sql().sql(
                        "insert into sequence_restart (source_id, boot_id, generation, arrival_id, high, restarted_at)"
                                + " select source_id, '', 1, 77, 5, '2026-11-30T20:00:00Z' from source where source = 'sequence:METER-9'")
                .update();

        JsonNode entity = get("/api/sequences?entity=METER-9").at("/items/0");
        assertThat(entity.at("/generation").asLong()).isEqualTo(1);
        assertThat(entity.at("/restartedAt").asText()).startsWith("2026-11-30T20:00:00");
        assertThat(as("viewer").getForObject("/api/sequences.csv?entity=METER-9", String.class))
                .contains(",restarted_at")
                .contains("2026-11-30T20:00:00Z");
        JsonNode restart = get("/api/sequences/restarts?entity=METER-9").at("/items/0");
        assertThat(restart.at("/highestBefore").asLong()).isEqualTo(5);
        assertThat(restart.at("/arrivalId").asLong()).isEqualTo(77);
        assertThat(as("viewer").getForObject("/api/sequences/restarts.csv?entity=METER-9", String.class))
                .isEqualToNormalizingNewlines("entity,boot_id,generation,restarted_at,arrival_id,highest_before\n"
                        + "METER-9,,1,2026-11-30T20:00:00Z,77,5\n");
    }

    @Test
    void aDroneMaySpeakForItselfOnly() {
        assertThat(post("drone-1", "DRONE-2", 1, 1).getStatusCode().value()).isEqualTo(403);
    }

    private static JsonNode read(ResponseEntity<String> answer) {
        try {
            return new ObjectMapper().readTree(answer.getBody());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.getBody(), e);
        }
    }

    private JsonNode get(String path) {
        return as("viewer").getForObject(path, JsonNode.class);
    }

    private ResponseEntity<String> post(int seq, int height) {
        return post("drone-1", "DRONE-1", seq, height);
    }

    private ResponseEntity<String> post(String credential, String drone, int seq, int height) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        String fix = "{\"drone_id\":\"%s\",\"seq\":%d,\"lat\":31.2,\"lon\":121.4,\"height\":%d}"
                .formatted(drone, seq, height);
        return as(credential).postForEntity("/api/events/drones", new HttpEntity<>(fix, headers), String.class);
    }
}
