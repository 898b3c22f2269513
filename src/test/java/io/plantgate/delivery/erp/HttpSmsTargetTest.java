package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.delivery.sms.SmsSite;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import io.plantgate.embedded.erp.SimulatedErp;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The template http-sms-target as it stands in routes/, with the simulated ERP's door in the provider's place. */
class HttpSmsTargetTest {

    private final SimulatedErp provider = SimulatedErp.start(0);
    private final DeliveryLine line = DeliveryLine.to(provider)
            .of("http-sms-target", Map.of("smsDelivery", SmsSite.withoutCentre()))
            .with("roster", "maintenance")
            .with("fields", "recipient, body, none, clientRef")
            .with("referencePointer", "/documentNumber");

    @AfterEach
    void stop() {
        line.close();
        provider.close();
    }

    @Test
    void aTextGoesToWhoeverIsOnDutyUnderTheProvidersNames() throws Exception {
        Outcome outcome = line.start().deliver(text("k-1", "Pump 7 trips")).get(0);

        assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
        assertThat(new ObjectMapper().readTree(body("k-1")))
                .isEqualTo(new ObjectMapper().readTree("""
                        {"recipient": "%s", "body": "Pump 7 trips", "clientRef": "k-1"}""".formatted(SmsSite.NUMBER)));
    }

    @Test
    @Tag("I05")
    void aTextOverTheBoundIsRefusedBeforeAnythingIsSent() throws Exception {
        Outcome outcome = line.start().deliver(text("k-2", "ж".repeat(300))).get(0);

        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.reason()).contains("takes 5 parts in UCS2, 3 are allowed");
        assertThat(provider.requests("k-2")).isZero();
    }

    @Test
    void aChannelMayShortenInstead() throws Exception {
        line.with("tooLong", "shorten").with("segmentsMax", "1").start().deliver(text("k-3", "a".repeat(200)));

        assertThat(new ObjectMapper().readTree(body("k-3")).get("body").asText())
                .isEqualTo("a".repeat(157) + "...");
    }

    private String body(String key) {
        return provider.postings().stream()
                .filter(posting -> posting.key().equals(key))
                .findFirst()
                .orElseThrow()
                .body();
    }

    private static ClaimedEffect text(String key, String text) {
        ClaimedEffect effect = DeliveryLine.effect(key, Purpose.SEND, false, "{}");
        return new ClaimedEffect(
                effect.effectId(),
                effect.attemptId(),
                1,
                false,
                Purpose.SEND,
                key,
                effect.canonicalId(),
                "sms-alarm",
                "erp",
                effect.references(),
                new Message(text.getBytes(StandardCharsets.UTF_8), "text/plain"),
                effect.event(),
                effect.plannedAt());
    }
}
