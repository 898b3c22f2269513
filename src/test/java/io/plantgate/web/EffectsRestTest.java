package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.testing.GatewayTest;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What is asked about effects over REST, on the whole gateway. No channel consumes the kind of these rows. */
class EffectsRestTest extends GatewayTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger DEVICES = new AtomicInteger();

    private final String kind = "asked-" + DEVICES.incrementAndGet();
    private final String source = kind + "/Trip";

    @Test
    void theStoryOfAnEventTellsItsEffectsAttemptByAttemptAndCountsThemApart() {
        long event = postEvent();
        long effect = plan(event, "unknown", "A");
        attempt(effect, 1, "UNKNOWN", "no answer within 5 s");
        attempt(effect, 2, "NOT_DONE", "connection refused");

        JsonNode story = get("/api/events/" + event);

        assertThat(story.at("/effects/0/effectId").asLong()).isEqualTo(effect);
        assertThat(story.at("/effects/0/state").asText()).isEqualTo("UNKNOWN");
        assertThat(story.get("attempts"))
                .extracting(attempt -> attempt.get("outcome").asText())
                .containsExactly("NOT_DONE", "UNKNOWN");
        assertThat(story.at("/counts/sourceEvents").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/arrivals").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/plannedEffects").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/attempts").asLong()).isEqualTo(2);
    }

    @Test
    void effectsAreFoundByStateKindLaneAndEventAndPaged() {
        long event = postEvent();
        long held = plan(event, "held", "A");
        long waits = plan(event, "unknown", "B");
        long done = plan(event, "delivered", "B");

        assertThat(ids("?kind=" + kind)).containsExactly(done, waits, held);
        assertThat(ids("?kind=" + kind + "&state=UNKNOWN")).containsExactly(waits);
        assertThat(ids("?kind=" + kind + "&lane=B")).containsExactly(done, waits);
        assertThat(ids("?canonicalId=" + event)).containsExactly(done, waits, held);
        assertThat(ids("?kind=" + kind + "&waiting=true")).containsExactly(waits, held);
        assertThat(ids("?kind=" + kind + "&waiting=false")).containsExactly(done);
        assertThat(ids("?kind=" + kind + "&limit=1&after=" + done)).containsExactly(waits);
        assertThat(get("/api/effects?kind=" + kind + "&limit=2").get("next").asLong())
                .isEqualTo(waits);
    }

    @Test
    void anEffectTellsItsAttemptsPartsAndWhatPeopleDid() {
        long effect = plan(postEvent(), "unknown", null);
        long attempt = attempt(effect, 1, "UNKNOWN", "no answer within 5 s");
        sql().sql("""
                        insert into attempt_part (attempt_id, part_no, claimed_at, effect_id, planned_at, channel, reference)
                        select attempt_id, 1, claimed_at, effect_id, planned_at, channel, 'SMSC-77'
                          from attempt where attempt_id = :attempt
                        """).param("attempt", attempt).update();
        sql().sql("""
                        insert into effect_move (effect_id, action, from_state, to_state, moved_by, reason)
                        values (:effect, 'settle', 'unknown', 'delivered', 'jo', 'the shift read it')
                        """).param("effect", effect).update();

        JsonNode story = get("/api/effects/" + effect);

        assertThat(story.at("/effect/waitsForAPerson").asBoolean()).isTrue();
        assertThat(story.at("/attempts/items/0/reason").asText()).isEqualTo("no answer within 5 s");
        assertThat(story.at("/parts/0/reference").asText()).isEqualTo("SMSC-77");
        assertThat(story.at("/moves/0/movedBy").asText()).isEqualTo("jo");
        assertThat(story.at("/moves/0/toState").asText()).isEqualTo("DELIVERED");
    }

    @Test
    void whatIsAskedWronglyIsRefusedWithTheWordsThatAreKnown() {
        assertThat(problem("/api/effects?state=done", 400)).contains("state: not one of HELD, PENDING");
        assertThat(problem("/api/effects?kid=x", 400)).contains("kid: not known here");
        assertThat(problem("/api/effects/999999999", 404)).contains("There is no effect 999999999.");
    }

    private Iterable<Long> ids(String question) {
        return JSON.convertValue(
                get("/api/effects" + question).findValues("effectId"),
                JSON.getTypeFactory().constructCollectionType(java.util.List.class, Long.class));
    }

    private long plan(long event, String state, String lane) {
        return sql().sql("""
                        insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on,
                               idempotency_key, state, lane)
                        values (:event, :event, 'pumps', 'asked', 'v1', :kind, 'canonical',
                               :event || '/pumps/asked/' || nextval('effect_id_seq'), cast(:state as effect_state), :lane)
                        returning effect_id
                        """)
                .param("event", event)
                .param("kind", kind)
                .param("state", state)
                .param("lane", lane)
                .query(Long.class)
                .single();
    }

    private long attempt(long effect, int no, String outcome, String reason) {
        sql().sql("update outbox set attempts = attempts + 1 where effect_id = :effect")
                .param("effect", effect)
                .update();
        return sql().sql("""
                        insert into attempt (effect_id, planned_at, attempt_no, kind_version, repeat, purpose, channel, worker,
                               outcome, reason, ended_at)
                        select effect_id, planned_at, :no, 0, false, 'SEND', 'nowhere', 'test', :outcome, :reason, now()
                          from outbox where effect_id = :effect
                        returning attempt_id
                        """)
                .param("effect", effect)
                .param("no", no)
                .param("outcome", outcome)
                .param("reason", reason)
                .query(Long.class)
                .single();
    }

    private long postEvent() {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        String body = "{\"source\":\"%s\",\"transitionId\":\"T1\",\"bootId\":\"B1\"}".formatted(source);
        return read(as("operator")
                        .postForEntity("/api/events/pumps", new HttpEntity<>(body, headers), String.class)
                        .getBody())
                .get("arrivalId")
                .asLong();
    }

    private JsonNode get(String path) {
        ResponseEntity<String> answer = as("viewer").getForEntity(path, String.class);
        assertThat(answer.getStatusCode().value()).as(answer.getBody()).isEqualTo(200);
        return read(answer.getBody());
    }

    private String problem(String path, int status) {
        ResponseEntity<String> answer = as("viewer").getForEntity(path, String.class);
        assertThat(answer.getStatusCode().value()).isEqualTo(status);
        return read(answer.getBody()).get("detail").asText();
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }
}
