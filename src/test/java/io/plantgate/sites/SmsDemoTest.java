package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.sms.CentreMessage;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import io.plantgate.testing.GatewayTest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** The demo site's text messages, through the whole gateway, at a centre with a temper. */
class SmsDemoTest extends GatewayTest {

    @Autowired
    private EmbeddedSmsCentre centre;

    @Test
    void aTripThatIsCriticalReachesThePhoneOnDutyAndItsStoryTellsHow() {
        HttpHeaders json = new HttpHeaders();
        json.setContentType(MediaType.APPLICATION_JSON);
        JsonNode posted = as("pump-07").postForObject("/api/events/pumps", new HttpEntity<>("""
                                {"source":"PUMP-07/SmsDemo","transitionId":"T1","bootId":"B1","severity":"Critical"}""", json), JsonNode.class);
        long canonicalId = posted.get("canonicalId").asLong();

        // It may be throttled, dropped and repeated, or not reach its phone; it comes to an end that says which.
        await().atMost(120, TimeUnit.SECONDS)
                .untilAsserted(() ->
                        assertThat(effect(canonicalId).path("state").asText()).isIn("DELIVERED", "REJECTED"));

        List<CentreMessage> taken = centre.taken().stream()
                .filter(message -> message.glimpse().contains("PUMP-07/SmsDemo Critical"))
                .toList();
        assertThat(taken).isNotEmpty();
        assertThat(taken).allMatch(message -> message.destination().startsWith("491555000"));
        assertThat(taken.get(0).glimpse()).endsWith("event " + canonicalId);
    }

    private JsonNode effect(long canonicalId) {
        return as("viewer")
                .getForObject("/api/effects?kind=sms-alarm&canonicalId=" + canonicalId, JsonNode.class)
                .path("items")
                .path(0);
    }
}
