package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.erp.Posting;
import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import io.plantgate.testing.GatewayTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The whole way through the demo site: an event over REST, its effect, the ERP, and what is recorded of it. */
class ErpDemoTest extends GatewayTest {

    private static final Duration DELIVERED_WITHIN = Duration.ofSeconds(120);

    @Autowired
    private SimulatedErp erp;

    @Autowired
    private MqttBrokerAddress broker;

    @Test
    void aTripIsPostedAndItsDocumentNumberIsKept() {
        long event = post("pumps", "ERP-01/Trip", "High");

        awaitState(event, "delivered");

        Posting posting = onlyPosting("ERP-01/Trip");
        assertThat(reference(event)).isEqualTo(posting.documentNumber());
        assertThat(posting.body()).contains("\"severity\":\"High\"");
        assertThat(attempts(event)).containsExactly("1 SEND DELIVERED false");
    }

    @Test
    void theSameTripAgainPlansNothingAndALowOneNeither() {
        long event = post("pumps", "ERP-02/Trip", "High");
        post("pumps", "ERP-02/Trip", "High");
        long low = post("pumps", "ERP-03/Trip", "Low");

        awaitState(event, "delivered");

        assertThat(effects(event)).isEqualTo(1);
        assertThat(effects(low)).isZero();
        onlyPosting("ERP-02/Trip");
    }

    @Test
    @Tag("I02")
    @Tag("E-57")
    @Tag("E-58")
    @Tag("E-63")
    void aLostAnswerIsUnknownAndTheSecondAttemptFindsTheFirstOnesBooking() {
        erp.nextOf("ERP-04/Trip", Turn.booksThen(Turn.Ending.CLOSES));

        long event = post("pumps", "ERP-04/Trip", "High");
        awaitState(event, "delivered");

        Posting posting = onlyPosting("ERP-04/Trip");
        assertThat(reference(event)).isEqualTo(posting.documentNumber());
        assertThat(erp.requests(posting.key())).isEqualTo(2);
        assertThat(attempts(event)).containsExactly("1 SEND UNKNOWN false", "2 SEND DELIVERED true");
    }

    @Test
    @Tag("I03")
    void whatTheErpAcceptsIsAskedForUntilItIsBooked() {
        erp.nextOf("ERP-05/Trip", Turn.acceptsFor(1));

        long event = post("pumps", "ERP-05/Trip", "High");
        awaitState(event, "delivered");

        assertThat(attempts(event).get(0)).isEqualTo("1 SEND ACCEPTED false");
        assertThat(attempts(event)).last().asString().contains("QUERY DELIVERED");
        onlyPosting("ERP-05/Trip");
    }

    @Test
    void aRefusalIsTerminal() {
        erp.nextOf("ERP-06/Trip", Turn.says(422, "{\"title\":\"no such equipment\"}"));

        long event = post("pumps", "ERP-06/Trip", "High");
        awaitState(event, "rejected");

        assertThat(attempts(event)).containsExactly("1 SEND REJECTED false");
        assertThat(sql().sql(
                                "select answer from attempt join outbox using (effect_id) where kind = 'erp-posting' and canonical_id = :id")
                        .param("id", event)
                        .query(String.class)
                        .single())
                .contains("no such equipment");
    }

    @Test
    @Tag("I03")
    void changesOfAValveTravelInBatchesToTheODataServiceInTheirOrder() throws Exception {
        MqttClient plant = new MqttClient(broker.url(), "erp-demo-test", new MemoryPersistence());
        plant.connect();
        for (String change : List.of("T1", "T2", "T3")) {
            String message = "{\"transitionId\":\"" + change + "\",\"bootId\":\"B1\"}";
            plant.publish("plant/valves/ERP-V1/Position", message.getBytes(StandardCharsets.UTF_8), 1, false);
        }
        plant.disconnect();
        plant.close();

        await().atMost(DELIVERED_WITHIN)
                .untilAsserted(() -> assertThat(sql().sql("select state::text from outbox join canonical_event"
                                        + " using (canonical_id) where source = 'ERP-V1/Position'")
                                .query(String.class)
                                .list())
                        .containsExactly("delivered", "delivered", "delivered"));
        assertThat(erp.postings())
                .filteredOn(posting -> posting.body().contains("ERP-V1"))
                .hasSize(3);
        assertThat(sql().sql("select transition_id from outbox join canonical_event using (canonical_id)"
                                + " where source = 'ERP-V1/Position' order by reference")
                        .query(String.class)
                        .list())
                .containsExactly("T1", "T2", "T3");
    }

    private long post(String profile, String source, String severity) {
        return post(
                profile,
                "{\"source\":\"" + source + "\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"" + severity
                        + "\"}");
    }

    private long post(String profile, String json) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        ResponseEntity<JsonNode> answer =
                as("operator").postForEntity("/api/events/" + profile, new HttpEntity<>(json, headers), JsonNode.class);
        return answer.getBody().path("canonicalId").asLong();
    }

    private void awaitState(long event, String state) {
        await().atMost(DELIVERED_WITHIN).untilAsserted(() -> assertThat(
                        sql().sql("select state::text from outbox where kind = 'erp-posting' and canonical_id = :id")
                                .param("id", event)
                                .query(String.class)
                                .list())
                .containsExactly(state));
    }

    private String reference(long event) {
        return sql().sql("select reference from outbox where kind = 'erp-posting' and canonical_id = :id")
                .param("id", event)
                .query(String.class)
                .single();
    }

    private long effects(long event) {
        return sql().sql("select count(*) from outbox where kind = 'erp-posting' and canonical_id = :id")
                .param("id", event)
                .query(Long.class)
                .single();
    }

    private List<String> attempts(long event) {
        return sql().sql("select attempt_no || ' ' || purpose || ' ' || outcome || ' ' || repeat from effect_attempt"
                        + " where kind = 'erp-posting' and canonical_id = :id order by attempt_id")
                .param("id", event)
                .query(String.class)
                .list();
    }

    private Posting onlyPosting(String source) {
        List<Posting> postings = erp.postings().stream()
                .filter(posting -> posting.body().contains("\"" + source + "\""))
                .toList();
        assertThat(postings).hasSize(1);
        return postings.get(0);
    }
}
