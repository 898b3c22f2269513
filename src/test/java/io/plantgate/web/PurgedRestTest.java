package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

/** Of what is no longer kept the API says so, and what it still knows. */
class PurgedRestTest extends GatewayTest {

    @Test
    void ofAMonthThatIsGivenUpArrivalsAndEventsAre410AndTheCountsAreTold() {
        sql().sql(
                        "insert into retention_month (month, state, first_arrival_id, last_arrival_id, detached_at)"
                                + " values ('2001-02-01', 'DETACHED', 11, 19, now()), ('2001-03-01', 'ROLLED_UP', 21, 29, null)")
                .update();
        sql().sql(
                        "insert into arrival_rollup (canonical_id, month, duplicate_count, conflict_count, first_arrival, last_arrival)"
                                + " values (12, '2001-02-01', 3, 1, '2001-02-03T00:00:00Z', '2001-02-04T00:00:00Z')")
                .update();

        sql().sql(
                        "insert into identity (source_id, transition_id, boot_id, canonical_id, arrival_at, recorded_at, payload_hash,"
                                + " canon_version, profile_version) values (0, 'T1', 'B1', 12, '2001-02-03T00:00:00Z',"
                                + " '2001-02-28T23:59:59Z', '', 1, 1)")
                .update();

        for (String path : new String[] {"/api/arrivals/12", "/api/arrivals/12/raw", "/api/events/12"}) {
            ResponseEntity<JsonNode> answer = as("viewer").getForEntity(path, JsonNode.class);
            assertThat(answer.getStatusCode().value()).as(path).isEqualTo(410);
            assertThat(answer.getBody().at("/type").asText()).isEqualTo("urn:plantgate:problem:purged");
            assertThat(answer.getBody().at("/detail").asText()).contains("2001-02");
        }
        JsonNode event = get("/api/events/12");
        assertThat(event.at("/duplicates").asLong()).isEqualTo(3);
        assertThat(event.at("/conflicts").asLong()).isEqualTo(1);
        assertThat(get("/api/arrivals/25").at("/status").asInt())
                .as("only counted yet, its arrivals are all there")
                .isEqualTo(404);
        assertThat(get("/api/events/9").at("/status").asInt()).isEqualTo(404);
    }

    @Test
    void ofAMonthWhoseIdentitiesAreForgottenTooNobodyIsToldThatACopyIsRecognised() {
        sql().sql("insert into retention_month (month, state, first_arrival_id, last_arrival_id, detached_at)"
                        + " values ('2001-05-01', 'DETACHED', 51, 59, now())")
                .update();

        JsonNode event = get("/api/events/52");

        assertThat(event.at("/type").asText()).isEqualTo("urn:plantgate:problem:purged");
        assertThat(event.at("/detail").asText()).contains("2001-05", "a copy of it is a new event");
        assertThat(event.has("duplicates")).isFalse();
    }

    @Test
    void ofAnEffectOfAMonthThatIsGivenUpTheAnswerIs410AndNoWordMovesIt() {
        sql().sql("insert into effect_month (month, state, first_effect_id, last_effect_id, detached_at)"
                        + " values ('2001-02-01', 'DETACHED', 900000000011, 900000000019, now()),"
                        + " ('2001-03-01', 'ROLLED_UP', 900000000021, 900000000029, null)")
                .update();

        JsonNode gone = get("/api/effects/900000000012");
        assertThat(gone.at("/status").asInt()).isEqualTo(410);
        assertThat(gone.at("/type").asText()).isEqualTo("urn:plantgate:problem:purged");
        assertThat(gone.at("/detail").asText()).contains("2001-02");
        assertThat(as("operator")
                        .postForEntity(
                                "/api/effects/900000000012/retry", Map.of("reason", "still wanted"), JsonNode.class)
                        .getStatusCode()
                        .value())
                .isEqualTo(410);
        assertThat(get("/api/effects/900000000025").at("/status").asInt())
                .as("only counted yet")
                .isEqualTo(404);
    }

    private JsonNode get(String path) {
        return as("viewer").getForObject(path, JsonNode.class);
    }
}
