package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
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

    /** What the route's own logger says, and how loudly. */
    private static ListAppender<ILoggingEvent> listenToTheRoute() {
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        ((Logger) LoggerFactory.getLogger("io.plantgate.demo.alarms")).addAppender(heard);
        return heard;
    }

    private ResponseEntity<JsonNode> post(String transitionId, String severity) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        String event = "{\"source\":\"ALARM-01/High\",\"transitionId\":\"" + transitionId
                + "\",\"bootId\":\"B1\",\"severity\":\"" + severity + "\"}";
        return as("operator").postForEntity("/api/events/alarms", new HttpEntity<>(event, headers), JsonNode.class);
    }
}
