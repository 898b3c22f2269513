package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
import java.util.List;
import org.apache.camel.test.spring.junit5.CamelSpringBootTest;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The demo route with Camel's own idempotentConsumer on the ledger, over real HTTP. */
@CamelSpringBootTest
class AlarmsDemoTest extends GatewayTest {

    @Test
    void theStockIdempotentConsumerAnswersEachDecisionAndBranchesOnAConflict() {
        ListAppender<ILoggingEvent> heard = listenToTheRoute();
        ResponseEntity<JsonNode> first = post("T1", "High");
        ResponseEntity<JsonNode> again = post("T1", "High");
        ResponseEntity<JsonNode> other = post("T1", "Low");

        assertThat(heard.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getMessage)
                .containsExactly("An alarm contradicts an earlier one; a person has to settle it.");
        assertThat(first.getStatusCode().value()).isEqualTo(201);
        assertThat(again.getStatusCode().value()).isEqualTo(200);
        assertThat(again.getBody().path("duplicateOf").asLong())
                .isEqualTo(first.getBody().path("arrivalId").asLong());
        assertThat(other.getStatusCode().value()).isEqualTo(422);
        assertThat(other.getBody().path("decision").asText()).isEqualTo("CONFLICT");
        assertThat(sql().sql("select decision::text from arrival where source_id ="
                                + " (select source_id from source where source = 'ALARM-01/High') order by arrival_id")
                        .query(String.class)
                        .list())
                .containsExactly("CANONICAL", "DUPLICATE", "CONFLICT");
    }

    @Test
    void aStreamToTheStockIdempotentConsumerIsRefusedWithItsReasonAndNothingOfItIsKept() {
        String alarm = "{\"source\":\"ALARM-02/High\",\"transitionId\":\"T1\",\"bootId\":\"B1\"}";

        ResponseEntity<JsonNode> array = postAs(MediaType.APPLICATION_JSON, "[" + alarm + "," + alarm + "]");
        ResponseEntity<JsonNode> lines = postAs(MediaType.APPLICATION_NDJSON, alarm + "\n" + alarm + "\n");

        assertThat(List.of(array, lines)).allSatisfy(answer -> {
            assertThat(answer.getStatusCode().value()).isEqualTo(422);
            assertThat(answer.getBody().path("type").asText()).isEqualTo("urn:plantgate:problem:single-items-only");
        });
        assertThat(sql().sql("select count(*) from arrival where convert_from(raw, 'UTF8') like '%ALARM-02%'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /** What the route's own logger says, and how loudly. */
    private static ListAppender<ILoggingEvent> listenToTheRoute() {
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        ((Logger) LoggerFactory.getLogger("io.plantgate.demo.alarms")).addAppender(heard);
        return heard;
    }

    private ResponseEntity<JsonNode> post(String transitionId, String severity) {
        String event = "{\"source\":\"ALARM-01/High\",\"transitionId\":\"" + transitionId
                + "\",\"bootId\":\"B1\",\"severity\":\"" + severity + "\"}";
        return postAs(MediaType.APPLICATION_JSON, event);
    }

    private ResponseEntity<JsonNode> postAs(MediaType type, String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(type);
        return as("operator").postForEntity("/api/events/alarms", new HttpEntity<>(body, headers), JsonNode.class);
    }
}
