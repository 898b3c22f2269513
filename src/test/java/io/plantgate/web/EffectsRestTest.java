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
        assertThat(get("/api/effects?kind=" + kind).at("/items/0/ruleVersion").asText())
                .isEqualTo("v1");
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

        JsonNode ofEvent =
                get("/api/events/" + story.at("/effect/canonicalId").asLong()).at("/effects/0");
        assertThat(ofEvent.get("parts")).isEqualTo(story.get("parts"));
        assertThat(ofEvent.get("moves")).isEqualTo(story.get("moves"));
        assertThat(story.get("waitsFor").asText()).isEqualTo("a person's word");
        assertThat(story.at("/effect/waitsForAPerson").asBoolean()).isTrue();
        assertThat(story.at("/attempts/items/0/reason").asText()).isEqualTo("no answer within 5 s");
        assertThat(story.at("/parts/0/reference").asText()).isEqualTo("SMSC-77");
        assertThat(story.at("/moves/0/movedBy").asText()).isEqualTo("jo");
        assertThat(story.at("/moves/0/toState").asText()).isEqualTo("DELIVERED");
    }

    @Test
    void whatAPersonFoundOutSettlesAnUnknownEffectOnceWithNameAndReason() {
        long effect = plan(postEvent(), "unknown", null);
        String word = "{\"outcome\":\"DELIVERED\",\"reference\":\"4900017\",\"reason\":\"seen in the ERP\"}";

        ResponseEntity<String> settled = say("operator", "/api/effects/" + effect + "/settlement", word);
        ResponseEntity<String> again = say("operator", "/api/effects/" + effect + "/settlement", word);

        assertThat(settled.getStatusCode().value()).as(settled.getBody()).isEqualTo(200);
        assertThat(read(settled.getBody()).get("to").asText()).isEqualTo("DELIVERED");
        assertThat(again.getStatusCode().value()).isEqualTo(409);
        assertThat(read(again.getBody()).get("type").asText()).isEqualTo("urn:plantgate:problem:effect-state");
        JsonNode story = get("/api/effects/" + effect);
        assertThat(story.at("/effect/reference").asText()).isEqualTo("4900017");
        assertThat(story.get("moves")).hasSize(1);
        assertThat(story.at("/moves/0/movedBy").asText()).isEqualTo("operator");
        assertThat(story.at("/moves/0/reason").asText()).isEqualTo("seen in the ERP");
    }

    @Test
    void eachWordMovesTheEffectAsItSays() {
        long event = postEvent();
        long held = plan(event, "held", null);
        long head = plan(event, "pending", "A");
        long unwanted = plan(event, "accepted", null);
        long abandoned = plan(event, "abandoned", null);
        String because = "{\"reason\":\"as agreed with the shift\"}";

        assertThat(moved(head, "release", because)).isEqualTo("PENDING");
        assertThat(moved(head, "skip", because)).isEqualTo("CANCELLED");
        assertThat(moved(unwanted, "cancel", because)).isEqualTo("CANCELLED");
        assertThat(moved(abandoned, "retry", because)).isEqualTo("PENDING");
        String kindOnly = "{\"kind\":\"%s\",\"reason\":\"looked through\"}".formatted(kind);
        assertThat(read(say("operator", "/api/effects/releases", kindOnly).getBody())
                        .get("released")
                        .asInt())
                .isEqualTo(1);
        assertThat(get("/api/effects/" + held).at("/effect/state").asText()).isEqualTo("PENDING");
    }

    @Test
    void theViewListsForAPersonWhatRestDoes() {
        long event = postEvent();
        for (String state : java.util.List.of(
                "held",
                "pending",
                "in_flight",
                "accepted",
                "unknown",
                "delivered",
                "rejected",
                "expired",
                "abandoned")) {
            plan(event, state, null);
        }
        moved(plan(event, "unknown", null), "settlement", "{\"outcome\":\"REJECTED\",\"reason\":\"asked the ERP\"}");

        assertThat(ids("?kind=" + kind + "&waiting=true"))
                .containsExactlyElementsOf(
                        sql().sql("""
                                select effect_id from effect_open where waits_for_a_person and kind = :kind
                                 order by effect_id desc
                                """).param("kind", kind).query(Long.class).list())
                .hasSize(4);
    }

    @Test
    void anEffectSaysWhatItWaitsFor() {
        long event = postEvent();
        long gone = plan(event, "pending", null);
        long done = plan(event, "delivered", null);

        assertThat(get("/api/effects/" + gone).get("waitsFor").asText())
                .isEqualTo("its kind: there is no " + kind + ".effect.yaml");
        assertThat(get("/api/effects/" + done).has("waitsFor")).isFalse();
    }

    @Test
    void effectsWithMoreThanOneAttemptAreFound() {
        long event = postEvent();
        long twice = plan(event, "unknown", null);
        attempt(twice, 1, "UNKNOWN", "no answer");
        attempt(twice, 2, "UNKNOWN", "no answer");
        attempt(plan(event, "delivered", null), 1, "DELIVERED", null);

        assertThat(ids("?kind=" + kind + "&attemptsMin=2")).containsExactly(twice);
    }

    @Test
    void aRefusedEffectThatWasDoneIsCorrectedWithItsDocument() {
        long rejected = plan(postEvent(), "rejected", null);
        String path = "/api/effects/" + rejected + "/settlement";

        ResponseEntity<String> bare = say("operator", path, "{\"outcome\":\"DELIVERED\",\"reason\":\"it is booked\"}");

        assertThat(bare.getStatusCode().value()).isEqualTo(409);
        assertThat(read(bare.getBody()).get("detail").asText()).contains("needs its reference");
        assertThat(moved(
                        rejected,
                        "settlement",
                        "{\"outcome\":\"DELIVERED\",\"reference\":\"4900017\",\"reason\":\"it is booked\"}"))
                .isEqualTo("DELIVERED");
    }

    @Test
    void aRefusedEffectWaitsForAPersonUntilOneHasHadTheLastWord() {
        long event = postEvent();
        long rejected = plan(event, "rejected", null);
        long abandoned = plan(event, "abandoned", null);
        long found = plan(event, "unknown", null);
        String because = "{\"reason\":\"nobody needs it now\"}";
        assertThat(ids("?kind=" + kind + "&waiting=true")).containsExactly(found, abandoned, rejected);

        assertThat(moved(rejected, "cancel", because)).isEqualTo("CANCELLED");
        assertThat(moved(abandoned, "cancel", because)).isEqualTo("CANCELLED");
        assertThat(moved(found, "settlement", "{\"outcome\":\"REJECTED\",\"reason\":\"asked the ERP\"}"))
                .isEqualTo("REJECTED");

        assertThat(ids("?kind=" + kind + "&waiting=true")).isEmpty();
        assertThat(get("/api/effects/" + found).at("/effect/waitsForAPerson").asBoolean())
                .isFalse();
    }

    @Test
    void aReleaseTellsTheLaneThatItTookTheEffectOutOf() {
        long head = plan(postEvent(), "pending", "A");

        moved(head, "release", "{\"reason\":\"the rest must go on\"}");

        JsonNode story = get("/api/effects/" + head);
        assertThat(story.get("effect").has("lane")).isFalse();
        assertThat(story.at("/moves/0/lane").asText()).isEqualTo("A");
    }

    @Test
    void textThatCannotBeKeptIsRefusedAndItsFieldNamed() {
        long effect = plan(postEvent(), "unknown", null);
        String path = "/api/effects/" + effect;
        String nul = "\\u0000";

        assertThat(refused(path + "/retry", "{\"reason\":\"a" + nul + "b\"}")).startsWith("reason: holds a NUL");
        assertThat(refused(path + "/retry", "{\"reason\":\"a\\ud800b\"}")).startsWith("reason: holds");
        assertThat(refused(path + "/retry", "{\"reason\":\"" + "x".repeat(200_000) + "\"}"))
                .startsWith("reason: 200000 characters, at most");
        assertThat(refused(path + "/retry", "{\"reason\":\"" + "x".repeat(501) + "\"}"))
                .startsWith("reason: 501 characters, at most 500");
        assertThat(refused(
                        path + "/settlement",
                        "{\"outcome\":\"DELIVERED\",\"reason\":\"x\",\"reference\":\"" + nul + "\"}"))
                .startsWith("reference: holds a NUL");
        assertThat(refused(
                        path + "/settlement",
                        "{\"outcome\":\"DELIVERED\",\"reason\":\"x\",\"reference\":\"" + "9".repeat(201) + "\"}"))
                .startsWith("reference: 201 characters");
        assertThat(refused("/api/effects/releases", "{\"kind\":\"" + nul + "\",\"reason\":\"x\"}"))
                .startsWith("kind: holds a NUL");
        assertThat(refused(
                        "/api/work-items/settlements",
                        "{\"outcome\":\"BOTH_WRONG\",\"filter\":{\"device\":\"" + nul + "\"},\"reason\":\"x\"}"))
                .startsWith("filter.device: holds a NUL");
        assertThat(refused("/api/operations/door", "{\"state\":\"open\",\"reason\":\"" + "x".repeat(501) + "\"}"))
                .startsWith("reason: 501 characters");
        String asking =
                "{\"operationId\":\"nul-1\",\"target\":\"conveyor-1\",\"command\":\"stop\",\"validSeconds\":60,%s}";
        assertThat(refused("/api/operations", asking.formatted("\"reason\":\"" + nul + "\"")))
                .startsWith("reason: holds a NUL");
        assertThat(refused("/api/operations", asking.formatted("\"replaces\":\"" + nul + "\"")))
                .startsWith("replaces: holds a NUL");
        for (String question : java.util.List.of(
                "/api/effects?kind={nul}",
                "/api/operations?client={nul}",
                "/api/scans?bind_sn={nul}",
                "/api/events?source={nul}",
                "/api/work-items?source={nul}")) {
            ResponseEntity<String> answer = as("viewer").getForEntity(question, String.class, "\0");
            assertThat(answer.getStatusCode().value()).as(question).isEqualTo(400);
        }
        assertThat(get(path).at("/effect/state").asText()).isEqualTo("UNKNOWN");
    }

    private String refused(String path, String body) {
        ResponseEntity<String> answer = say("approver", path, body);
        assertThat(answer.getStatusCode().value()).as(answer.getBody()).isEqualTo(400);
        return read(answer.getBody()).get("detail").asText();
    }

    @Test
    void onlyOutcomesThatAPersonCanFindOutAreOffered() {
        long effect = plan(postEvent(), "unknown", null);

        assertThat(refused("/api/effects/" + effect + "/settlement", "{\"outcome\":\"DONE\",\"reason\":\"x\"}"))
                .isEqualTo("outcome: not one of DELIVERED, REJECTED.");
    }

    @Test
    void aWordWithoutAReasonOrRoleChangesNothing() {
        long effect = plan(postEvent(), "held", null);

        ResponseEntity<String> unsaid = say("operator", "/api/effects/" + effect + "/retry", "{}");
        ResponseEntity<String> unasked = say("viewer", "/api/effects/" + effect + "/retry", "{\"reason\":\"x\"}");
        ResponseEntity<String> wrong =
                say("operator", "/api/effects/" + effect + "/settlement", "{\"outcome\":\"HELD\",\"reason\":\"x\"}");
        ResponseEntity<String> missing = say("operator", "/api/effects/999999999/retry", "{\"reason\":\"x\"}");

        assertThat(unsaid.getStatusCode().value()).isEqualTo(400);
        assertThat(unasked.getStatusCode().value()).isEqualTo(403);
        assertThat(wrong.getStatusCode().value()).isEqualTo(400);
        assertThat(missing.getStatusCode().value()).isEqualTo(404);
        assertThat(get("/api/effects/" + effect).at("/effect/state").asText()).isEqualTo("HELD");
    }

    @Test
    void theSwitchIsAnApproversAndTellsItsHistory() {
        String live = "{\"mode\":\"LIVE\",\"reason\":\"checked after the restore\"}";

        assertThat(say("operator", "/api/effect-switch", live).getStatusCode().value())
                .isEqualTo(403);
        assertThat(say("approver", "/api/effect-switch", live).getStatusCode().value())
                .isEqualTo(200);
        JsonNode now = get("/api/effect-switch");
        assertThat(now.get("mode").asText()).isEqualTo("LIVE");
        assertThat(now.at("/history/0/switchedBy").asText()).isEqualTo("approver");
    }

    @Test
    void aStoppedChannelIsListedAndResumedByAPersonOnce() {
        sql().sql("insert into effect_channel_stop (channel, reason) values (:channel, '401 Unauthorized')")
                .param("channel", kind)
                .update();
        String because = "{\"reason\":\"new password\"}";

        assertThat(get("/api/effect-channels").findValuesAsText("channel")).contains(kind);
        assertThat(say("operator", "/api/effect-channels/" + kind + "/resume", because)
                        .getStatusCode()
                        .value())
                .isEqualTo(200);
        assertThat(say("operator", "/api/effect-channels/" + kind + "/resume", because)
                        .getStatusCode()
                        .value())
                .isEqualTo(404);
    }

    private String moved(long effect, String word, String body) {
        ResponseEntity<String> answer = say("operator", "/api/effects/" + effect + "/" + word, body);
        assertThat(answer.getStatusCode().value()).as(answer.getBody()).isEqualTo(200);
        return get("/api/effects/" + effect).at("/effect/state").asText();
    }

    private ResponseEntity<String> say(String person, String path, String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return as(person).postForEntity(path, new HttpEntity<>(body, headers), String.class);
    }

    @Test
    void whatIsAskedWronglyIsRefusedWithTheWordsThatAreKnown() {
        assertThat(problem("/api/effects?state=done", 400)).contains("state: not one of HELD, PENDING");
        assertThat(problem("/api/effects?waiting=yes", 400)).isEqualTo("waiting: neither true nor false.");
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
