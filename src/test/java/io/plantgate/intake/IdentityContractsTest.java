package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityContractsTest {

    private final Profile template = Readings.profile("""
            contract: transition
            format: json
            identity:
              source: { template: "{device}/{channel}", parts: { device: /device, channel: { topic: 3 } } }
              transitionId: /id
              bootId: { fact: boot }
            device: { before: "/" }
            """);

    private final Profile cloudEvents = Readings.profile("""
            contract: event-id
            format: cloudevents
            sourceTime: /time
            """);

    private final Profile binary = Readings.profile("""
            contract: event-id
            format: { type: cloudevents, mode: binary }
            sourceTime: /time
            """);

    private final Profile combined = Readings.profile("""
            contract: transition
            format: cloudevents
            identity: { combined: { at: /id, pattern: "{bootId}:{transitionId}" } }
            device: { before: "/" }
            """);

    @Test
    @Tag("E-04")
    @Tag("E-17")
    void partsOfATemplateAreEscapedSoThatNoTwoPairsMeet() {
        assertThat(source("A/B", "C")).isEqualTo("A%2FB/C");
        assertThat(source("A", "B/C")).isEqualTo("A/B%2FC");
        assertThat(source("A%2FB", "C")).isEqualTo("A%252FB/C");
    }

    @Test
    @Tag("E-07")
    void templateWithAMissingPartIsNoName() {
        Reading shortTopic = templated("plant/line", "{\"id\":\"1\",\"device\":\"A\"}");
        assertThat(Readings.lack(shortTopic)).isEqualTo(ReasonCode.MISSING_SOURCE);
        Reading emptyLevel = templated("plant/line/", "{\"id\":\"1\",\"device\":\"A\"}");
        assertThat(Readings.lack(emptyLevel)).isEqualTo(ReasonCode.MISSING_SOURCE);
    }

    @Test
    void deviceIsThePartBeforeTheSeparator() {
        Event event = Readings.event(templated("plant/line/C", "{\"id\":\"1\",\"device\":\"A\"}"));
        assertThat(event.device()).isEqualTo("A");
        assertThat(event.identity().source()).isEqualTo("A/C");
    }

    @Test
    @Tag("E-14")
    @Tag("E-15")
    void cloudEventsIdNeedsNoBootAndNeverMeetsATransition() {
        Event event = Readings.event(cloudEvents, cloudEvent("e-1", "\"data\":{\"v\":1}"));
        assertThat(event.identity())
                .isEqualTo(new EventIdentity("event-id:/plant/pump-7", "e-1", EventIdentity.NO_BOOT));
        assertThat(event.device()).isNull();
        assertThat(Readings.lack(Readings.read(cloudEvents, cloudEvent("", "\"data\":1"))))
                .isEqualTo(ReasonCode.MISSING_EVENT_ID);
        assertThat(Readings.refusal(Readings.read(cloudEvents, "{\"id\":\"1\",\"source\":\"/a\"}")))
                .isEqualTo(ReasonCode.MALFORMED);
    }

    @Test
    @Tag("E-15")
    void anAttributeThatWasLeftOutIsNeverTakenForOneThatWasNotThere() {
        Map<String, String> facts = Map.of(
                "ce-specversion", "1.0", "ce-id", "e-1", "ce-source", "/plant/pump-7", "facts-left-out", "1: ce-line");
        Reading reading =
                binary.read(Readings.delivery(Readings.utf8("{}"), facts)).reading();
        assertThat(Readings.refusal(reading)).isEqualTo(ReasonCode.TOO_LARGE);
        assertThat(((Reading.Undecodable) reading).reason().detail()).contains("ce-line");
        Map<String, String> harmless = new java.util.HashMap<>(facts);
        harmless.put("facts-left-out", "1: user-agent");
        assertThat(binary.read(Readings.delivery(Readings.utf8("{}"), harmless)).reading())
                .isInstanceOf(Event.class);
    }

    @Test
    @Tag("E-15")
    void structuredAndBinaryAreOneEvent() {
        Event structured = Readings.event(
                cloudEvents, cloudEvent("e-1", "\"datacontenttype\":\"application/json\",\"data\":{\"v\":1.0}"));
        Map<String, String> facts = Map.of(
                "ce-specversion",
                "1.0",
                "ce-id",
                "e-1",
                "ce-source",
                "/plant/pump-7",
                "ce-type",
                "trip",
                "ce-time",
                "2026-03-02T00:00:12Z",
                "content-type",
                "application/json; charset=utf-8",
                "topic",
                "x");
        Event sent = Readings.event(binary.read(Readings.delivery(Readings.utf8("{\"v\":1}"), facts))
                .reading());
        assertThat(sent).isEqualTo(structured);
    }

    @Test
    @Tag("E-15")
    void idThatCarriesBootAndTransitionIsReadBackExactly() {
        Event event = Readings.event(combined, cloudEvent("B%3A17:T91%25", "\"data\":1"));
        assertThat(event.identity()).isEqualTo(new EventIdentity("/plant/pump-7", "T91%", "B:17"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"B17", "B17:", ":T91", "B17:T91:x", "B17:T%39", "B17:T%2f", "B17:T%", "B17:T%FF"})
    void idThatIsNotOfThePatternHasNoBootAndNoneIsGuessed(String id) {
        assertThat(Readings.lack(Readings.read(combined, cloudEvent(id, "\"data\":1"))))
                .isEqualTo(ReasonCode.MISSING_BOOT_ID);
    }

    private String source(String device, String channel) {
        String body = "{\"id\":\"1\",\"device\":\"" + device + "\",\"channel\":\"" + channel + "\"}";
        Profile both = Readings.profile("""
                contract: transition
                format: json
                identity:
                  source: { template: "{device}/{channel}", parts: { device: /device, channel: /channel } }
                  transitionId: /id
                  bootId: { fact: boot }
                """);
        Reading reading = both.read(Readings.delivery(Readings.utf8(body), Map.of("boot", "b1")))
                .reading();
        return Readings.event(reading).identity().source();
    }

    private Reading templated(String topic, String body) {
        Map<String, String> facts = Map.of("topic", topic, "boot", "b1");
        return template.read(Readings.delivery(Readings.utf8(body), facts)).reading();
    }

    private static String cloudEvent(String id, String rest) {
        return "{\"specversion\":\"1.0\",\"source\":\"/plant/pump-7\",\"type\":\"trip\","
                + "\"time\":\"2026-03-02T00:00:12Z\",\"id\":\""
                + id + "\"," + rest + "}";
    }
}
