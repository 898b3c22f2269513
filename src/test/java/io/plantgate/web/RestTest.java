package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.testing.GatewayTest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Everything that is asked and said over REST, on the whole gateway. */
class RestTest extends GatewayTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger DEVICES = new AtomicInteger();

    private final String device = "REST-" + DEVICES.incrementAndGet();
    private final String source = device + "/Trip";

    @Test
    @Tag("E-76")
    @Tag("E-80")
    void theStoryTellsTheEventItsRepeatsAndWhatTheyDifferIn() {
        long id = arrivalId(post(trip("T91", "B17", "High")));
        post(trip("T91", "B17", "High"));
        JsonNode conflict = post(trip("T91", "B17", "Low"));

        JsonNode story = get("/api/events/" + id);

        assertThat(story.at("/event/canonicalId").asLong()).isEqualTo(id);
        assertThat(story.at("/event/source").asText()).isEqualTo(source);
        assertThat(story.at("/event/device").asText()).isEqualTo(device);
        assertThat(story.at("/event/inlet").asText()).isEqualTo("http:pumps");
        assertThat(story.at("/event/credential").asText()).isEqualTo("operator");
        assertThat(story.at("/bootGeneration/bootId").asText()).isEqualTo("B17");
        assertThat(story.at("/bootGeneration/evidence").asText()).isEqualTo("EVENT");
        assertThat(story.at("/facts/content-type").asText()).startsWith("application/json");
        assertThat(story.at("/fields").toString()).contains("High");
        assertThat(story.at("/counts/sourceEvents").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/arrivals").asLong()).isEqualTo(3);
        assertThat(story.at("/counts/duplicates").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/conflicts").asLong()).isEqualTo(1);
        assertThat(story.at("/counts/plannedEffects").asInt())
                .isEqualTo(story.get("effects").size())
                .isPositive();
        JsonNode newest = story.at("/repeats/items/0");
        assertThat(newest.get("decision").asText()).isEqualTo("CONFLICT");
        assertThat(newest.get("payloadHash").asText())
                .isEqualTo(conflict.get("payloadHash").asText())
                .isNotEqualTo(story.at("/event/payloadHash").asText());
        assertThat(newest.get("arrivalAt").asText())
                .isNotEqualTo(story.at("/event/arrivalAt").asText());
        assertThat(newest.at("/differences/0/first").asText()).isEqualTo("High");
        assertThat(newest.at("/differences/0/other").asText()).isEqualTo("Low");
        assertThat(story.at("/repeats/items/1/decision").asText()).isEqualTo("DUPLICATE");
        assertThat(story.at("/workItems/0/workItemId")).isEqualTo(conflict.get("workItemId"));
    }

    @Test
    @Tag("E-11")
    @Tag("E-70")
    void theSameTransitionUnderAnotherBootIsShownFromBothSides() {
        long before = arrivalId(post(trip("T22", "B17", "High")));
        long after = arrivalId(post(trip("T22", "B18", "High")));

        assertThat(get("/api/events/" + after).at("/event/recurrenceOf").asLong())
                .isEqualTo(before);
        assertThat(get("/api/events/" + after)
                        .at("/sameTransition/0/canonicalId")
                        .asLong())
                .isEqualTo(before);
        assertThat(get("/api/events/" + before).at("/sameTransition/0/bootId").asText())
                .isEqualTo("B18");
        assertThat(get("/api/boot-generations?device=" + device).get("items"))
                .extracting(item -> item.get("bootId").asText(), item -> item.get("newest")
                        .asBoolean())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("B18", true),
                        org.assertj.core.groups.Tuple.tuple("B17", false));
    }

    @Test
    void theRepeatsOfAStoryArePaged() {
        long id = arrivalId(post(trip("T1", "B1", "High")));
        for (int i = 0; i < 5; i++) {
            post(trip("T1", "B1", "High"));
        }
        List<Long> seen = new ArrayList<>();
        String after = "";
        while (after != null) {
            JsonNode repeats = get("/api/events/" + id + "?limit=2" + after).get("repeats");
            repeats.get("items").forEach(item -> seen.add(item.get("arrivalId").asLong()));
            after = repeats.has("next") ? "&after=" + repeats.get("next").asLong() : null;
        }

        assertThat(seen).hasSize(5).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> Long.compare(b, a));
    }

    @Test
    void aPageThatIsExactlyFullIsTheLastIfNothingFollows() {
        long id = arrivalId(post(trip("T1", "B1", "High")));
        post(trip("T1", "B2", "High"));
        long repeat = arrivalId(post(trip("T1", "B1", "High")));

        JsonNode all = get("/api/events?device=" + device + "&limit=3");
        JsonNode newest = get("/api/events?device=" + device + "&limit=1");

        assertThat(all.get("items")).hasSize(3);
        assertThat(all.has("next")).isFalse();
        assertThat(newest.get("items")).hasSize(1);
        assertThat(newest.get("next").asLong()).isEqualTo(repeat);
        assertThat(get("/api/events/" + id + "?limit=1").get("repeats").has("next"))
                .isFalse();
        assertThat(get("/api/boot-generations?device=" + device + "&limit=2").has("next"))
                .isFalse();
    }

    @Test
    void theStoryOfARepeatNamesTheEvent() {
        long id = arrivalId(post(trip("T1", "B1", "High")));
        long repeat = arrivalId(post(trip("T1", "B1", "High")));

        ResponseEntity<String> answer = as("viewer").getForEntity("/api/events/" + repeat, String.class);

        assertThat(answer.getStatusCode().value()).isEqualTo(404);
        assertThat(read(answer.getBody()).get("canonicalId").asLong()).isEqualTo(id);
        assertThat(read(answer.getBody()).get("type").asText()).isEqualTo("urn:plantgate:problem:not-found");
    }

    @Test
    @Tag("E-31")
    void aKeyShowsItsEventItsRepeatsAndBothEndsOfTime() {
        long id = arrivalId(post(trip("T1", "B1", "High")));
        post(trip("T1", "B1", "High"));
        post(trip("T1", "B1", "High"));

        JsonNode summary = get("/api/summaries?source=" + source + "&transitionId=T1&bootId=B1")
                .at("/items/0");

        assertThat(summary.get("canonicalId").asLong()).isEqualTo(id);
        assertThat(summary.get("duplicateCount").asLong()).isEqualTo(2);
        assertThat(summary.get("firstArrival").asText())
                .isLessThan(summary.get("lastArrival").asText());
        assertThat(summary.get("payloadHash").asText()).hasSize(64);
    }

    @Test
    @Tag("E-75")
    void aSearchPagesThroughADevicesArrivalsNewestFirst() {
        List<Long> posted = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            posted.add(0, arrivalId(post(trip("T" + i, "B1", "High"))));
        }
        posted.add(0, arrivalId(post(trip("T0", "B1", "High"))));

        JsonNode first = get("/api/events?device=" + device + "&limit=4");
        JsonNode second = get("/api/events?device=" + device + "&limit=4&after="
                + first.get("next").asLong());
        List<Long> found = new ArrayList<>();
        first.get("items").forEach(item -> found.add(item.get("arrivalId").asLong()));
        second.get("items").forEach(item -> found.add(item.get("arrivalId").asLong()));

        assertThat(found).isEqualTo(posted);
        assertThat(second.has("next")).isFalse();
        assertThat(get("/api/events?source=" + source + "&decision=DUPLICATE").get("items"))
                .hasSize(1);
        assertThat(get("/api/events?source=" + source + "&transitionId=T3&bootId=B1")
                        .get("items"))
                .hasSize(1);
        assertThat(get("/api/events?source=" + source + "&to=2020-01-01T00:00:00Z")
                        .get("items"))
                .isEmpty();
        assertThat(get("/api/events?source=" + source + "&from=2020-01-01T00:00:00Z&inlet=http:pumps")
                        .get("items"))
                .hasSize(6);
        assertThat(get("/api/events?source=" + source + "&inlet=none").get("items"))
                .isEmpty();
        assertThat(get("/api/events?limit=1").get("items")).hasSize(1);
    }

    @Test
    @Tag("E-51")
    void anArrivalIsShownWithItsBytesAsTheyCame() {
        String raw = trip("T1", "B1", "H\\u00fc\\u0000");
        long id = arrivalId(post(raw));

        JsonNode arrival = get("/api/arrivals/" + id);
        ResponseEntity<byte[]> bytes = as("viewer").getForEntity("/api/arrivals/" + id + "/raw", byte[].class);

        assertThat(arrival.get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(arrival.get("rawText").asText()).isEqualTo(raw);
        assertThat(new String(
                        Base64.getDecoder().decode(arrival.get("rawBase64").asText())))
                .isEqualTo(raw);
        assertThat(arrival.get("rawHash").asText()).hasSize(64);
        assertThat(arrival.at("/facts/content-type").asText()).startsWith("application/json");
        assertThat(arrival.get("flags").toString()).contains("CONTROL_CHARACTER");
        assertThat(new String(bytes.getBody())).isEqualTo(raw);
        assertThat(bytes.getHeaders().getFirst(HttpHeaders.CONTENT_DISPOSITION)).startsWith("attachment");
        assertThat(bytes.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_OCTET_STREAM);
    }

    @Test
    @Tag("E-40")
    @Tag("E-74")
    void anIncompleteArrivalIsListedCompletedOnceAndFoundAsAnEvent() {
        JsonNode incomplete = post("{\"source\":\"" + source + "\",\"transitionId\":\"T22\"}");
        long id = arrivalId(incomplete);
        long item = incomplete.get("workItemId").asLong();

        JsonNode list = get("/api/work-items?kind=INCOMPLETE&open=true&profile=pumps");
        ResponseEntity<String> done =
                say("/api/arrivals/" + id + "/completion", "{\"bootId\":\"B1\",\"reason\":\"display\"}");
        ResponseEntity<String> again =
                say("/api/arrivals/" + id + "/completion", "{\"bootId\":\"B2\",\"reason\":\"no\"}");

        assertThat(list.get("items"))
                .extracting(it -> it.get("workItemId").asLong())
                .contains(item);
        assertThat(done.getStatusCode().value()).isEqualTo(200);
        assertThat(read(done.getBody()).get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(again.getStatusCode().value()).isEqualTo(409);
        assertThat(read(again.getBody()).get("type").asText()).isEqualTo("urn:plantgate:problem:already-completed");
        assertThat(get("/api/events/" + id).at("/event/completedBy").asText()).isEqualTo("operator");
        assertThat(get("/api/events/" + id).at("/event/supplied/bootId").asText())
                .isEqualTo("B1");
        JsonNode found = get("/api/events?source=" + source).at("/items/0");
        assertThat(found.get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(found.get("firstDecision").asText()).isEqualTo("INCOMPLETE");
        assertThat(get("/api/arrivals/" + id).get("completedAs").asText()).isEqualTo("CANONICAL");
        assertThat(get("/api/work-items/" + item + "/history")
                        .at("/completions/items")
                        .toString())
                .contains("\"arrivalId\":" + id, "\"completedBy\":\"operator\"", "\"reason\":\"display\"");
        assertThat(post(trip("T22", "B1", "High")).get("decision").asText()).isEqualTo("CONFLICT");
    }

    @Test
    void aWordThatLeavesItIncompleteIs422AndAppendsNothing() {
        long id = arrivalId(post("{\"source\":\"" + source + "\"}"));

        ResponseEntity<String> answer =
                say("/api/arrivals/" + id + "/completion", "{\"bootId\":\"B1\",\"reason\":\"x\"}");

        assertThat(answer.getStatusCode().value()).isEqualTo(422);
        assertThat(read(answer.getBody()).get("type").asText())
                .isEqualTo("urn:plantgate:problem:still-without-identity");
        assertThat(get("/api/arrivals/" + id).has("completedAs")).isFalse();
    }

    @Test
    void noAnswerHoldsANameTwice() throws Exception {
        ObjectMapper strict =
                new ObjectMapper().enable(com.fasterxml.jackson.core.JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        long id = arrivalId(post(trip("T1", "B1", "High")));
        JsonNode conflict = post(trip("T1", "B1", "Low"));
        String item = "/api/work-items/" + conflict.get("workItemId").asLong();

        for (String path :
                List.of("/api/events/" + id, "/api/arrivals/" + id, item, item + "/history", "/api/work-items")) {
            String body = as("viewer").getForEntity(path, String.class).getBody();
            assertThat(strict.readTree(body).isObject()).as(path).isTrue();
        }
    }

    @Test
    void manyAreCompletedWithOneWordThatTheFilterBounds() {
        long item = 0;
        for (int i = 0; i < 3; i++) {
            item = post("{\"source\":\"" + source + "\",\"transitionId\":\"T" + i + "\"}")
                    .get("workItemId")
                    .asLong();
        }

        JsonNode bulk = read(say(
                        "/api/work-items/" + item + "/completion",
                        "{\"supply\":{\"bootId\":\"B1\"},\"filter\":{\"source\":\"" + source
                                + "\"},\"reason\":\"restart log\"}")
                .getBody());

        assertThat(bulk.get("completed"))
                .extracting(it -> it.get("decision").asText())
                .containsExactly("CANONICAL", "CANONICAL", "CANONICAL");
        assertThat(bulk.get("moreMayWait").asBoolean()).isFalse();
    }

    @Test
    void aRefusedSourceIsReleasedByAnOperatorsWord() {
        ResponseEntity<String> refused =
                as("pump-07").postForEntity("/api/events/pumps", entity(trip("T1", "B1", "High")), String.class);
        long id = read(refused.getBody()).get("arrivalId").asLong();

        ResponseEntity<String> released = say("/api/arrivals/" + id + "/release", "{\"reason\":\"moved pump\"}");

        assertThat(refused.getStatusCode().value()).isEqualTo(403);
        assertThat(released.getStatusCode().value()).isEqualTo(200);
        assertThat(read(released.getBody()).get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(get("/api/events/" + id).at("/event/completionReason").asText())
                .isEqualTo("moved pump");
    }

    @Test
    @Tag("E-40")
    void theSourcesTimeIsKeptWhenAnArrivalIsReleasedOrCompleted() {
        String time = "\"SourceTimestamp\":\"2026-03-02T08:00:12.180+01:00\"";
        String refused = "{\"source\":\"" + source + "\",\"transitionId\":\"T1\",\"bootId\":\"B1\"," + time + "}";
        long released = arrivalId(read(as("pump-07")
                .postForEntity("/api/events/pumps", entity(refused), String.class)
                .getBody()));
        long completed = arrivalId(post("{\"source\":\"" + source + "\",\"transitionId\":\"T2\"," + time + "}"));

        say("/api/arrivals/" + released + "/release", "{\"reason\":\"moved pump\"}");
        say("/api/arrivals/" + completed + "/completion", "{\"bootId\":\"B1\",\"reason\":\"display\"}");

        for (long id : List.of(released, completed)) {
            assertThat(get("/api/events/" + id).at("/event/sourceTime").asText())
                    .isEqualTo("2026-03-02T08:00:12.180+01:00");
            assertThat(get("/api/arrivals/" + id).get("sourceTime").asText())
                    .isEqualTo("2026-03-02T08:00:12.180+01:00");
            assertThat(sql().sql("select source_time = timestamptz '2026-03-02 07:00:12.18+00' from completion where"
                                    + " arrival_id = ?")
                            .param(id)
                            .query(Boolean.class)
                            .single())
                    .isTrue();
            assertThat(sql().sql("select source_time_text from canonical_event where canonical_id = ?")
                            .param(id)
                            .query(String.class)
                            .single())
                    .isEqualTo("2026-03-02T08:00:12.180+01:00");
        }
        assertThat(get("/api/events?source=" + source).at("/items/0/sourceTime").asText())
                .isEqualTo("2026-03-02T08:00:12.180+01:00");
    }

    @Test
    void aConflictSaysNothingThatASettlementMakesUntrue() {
        post(trip("T1", "B1", "High"));
        long item = post(trip("T1", "B1", "Low")).get("workItemId").asLong();
        say("/api/work-items/" + item + "/settlement", "{\"outcome\":\"KEEP_FIRST\",\"reason\":\"test\"}");

        JsonNode again = post(trip("T1", "B1", "Low"));

        assertThat(again.get("detail").asText())
                .contains("work item " + item + " is about it")
                .doesNotContain("waits");
    }

    @Test
    void whatIsKeptInPartIsNotReleased() {
        ResponseEntity<String> refused = as("operator")
                .postForEntity(
                        "/api/events/pumps", entity("{\"source\":\"" + "x".repeat(3 << 20) + "\"}"), String.class);
        long id = read(refused.getBody()).get("arrivalId").asLong();

        ResponseEntity<String> released = say("/api/arrivals/" + id + "/release", "{\"reason\":\"try\"}");

        assertThat(released.getStatusCode().value()).isEqualTo(422);
        assertThat(read(released.getBody()).get("type").asText()).isEqualTo("urn:plantgate:problem:not-readable");
        assertThat(get("/api/arrivals/" + id).get("rawKept").asLong())
                .isLessThan(get("/api/arrivals/" + id).get("rawBytes").asLong());
    }

    @Test
    @Tag("E-25")
    @Tag("E-27")
    @Tag("E-78")
    void aConflictIsShownFieldByFieldAndSettledWithNameAndReason() {
        post(trip("T1", "B1", "High"));
        long item = post(trip("T1", "B1", "Low")).get("workItemId").asLong();

        JsonNode open = get("/api/work-items/" + item);
        ResponseEntity<String> settled = say(
                "/api/work-items/" + item + "/settlement",
                "{\"outcome\":\"KEEP_FIRST\",\"reason\":\"Low was a test\"}");

        assertThat(open.get("open").asBoolean()).isTrue();
        assertThat(open.at("/differences/0/first").asText()).isEqualTo("High");
        assertThat(open.at("/arrivals/items")).hasSize(1);
        assertThat(open.get("arrivalCount").asLong()).isEqualTo(1);
        assertThat(settled.getStatusCode().value()).isEqualTo(200);
        assertThat(get("/api/work-items/" + item).get("open").asBoolean()).isFalse();
        JsonNode word = get("/api/work-items/" + item + "/history").at("/settlements/0");
        assertThat(word.get("settledBy").asText()).isEqualTo("operator");
        assertThat(word.get("reason").asText()).isEqualTo("Low was a test");
        assertThat(word.get("settledAt").asText()).isNotBlank();
    }

    @Test
    void whoSettlesSecondIsToldOfTheFirstAndMayReplaceIt() {
        post(trip("T1", "B1", "High"));
        long item = post(trip("T1", "B1", "Low")).get("workItemId").asLong();
        String path = "/api/work-items/" + item + "/settlement";
        long first = read(say(path, "{\"outcome\":\"KEEP_FIRST\",\"reason\":\"test rig\"}")
                        .getBody())
                .get("settlementId")
                .asLong();

        ResponseEntity<String> second = say(path, "{\"outcome\":\"BOTH_WRONG\",\"reason\":\"sensor off\"}");
        ResponseEntity<String> replacing =
                say(path, "{\"outcome\":\"BOTH_WRONG\",\"reason\":\"sensor off\",\"supersedes\":" + first + "}");

        assertThat(second.getStatusCode().value()).isEqualTo(409);
        assertThat(read(second.getBody()).get("type").asText()).isEqualTo("urn:plantgate:problem:already-settled");
        assertThat(read(second.getBody()).get("detail").asText()).contains("KEEP_FIRST by operator", "test rig");
        assertThat(replacing.getStatusCode().value()).isEqualTo(200);
    }

    @Test
    void manyConflictsAreSettledWithOneWord() {
        post(trip("T1", "B1", "High"));
        post(trip("T1", "B1", "Low"));
        post(trip("T1", "B1", "Lower"));

        JsonNode settled = read(say(
                        "/api/work-items/settlements",
                        "{\"outcome\":\"BOTH_WRONG\",\"filter\":{\"device\":\"" + device
                                + "\"},\"reason\":\"sensor off\"}")
                .getBody());

        assertThat(settled.get("settled")).hasSize(2);
    }

    @Test
    void noWordIsTakenWithoutAReasonOrFromAViewer() {
        long id = arrivalId(post("{\"source\":\"" + source + "\",\"transitionId\":\"T1\"}"));

        ResponseEntity<String> silent = say("/api/arrivals/" + id + "/completion", "{\"bootId\":\"B1\"}");
        ResponseEntity<String> viewer = as("viewer")
                .postForEntity(
                        "/api/arrivals/" + id + "/completion",
                        entity("{\"bootId\":\"B1\",\"reason\":\"x\"}"),
                        String.class);

        assertThat(silent.getStatusCode().value()).isEqualTo(400);
        assertThat(read(silent.getBody()).get("detail").asText()).contains("reason");
        assertThat(viewer.getStatusCode().value()).isEqualTo(403);
    }

    @Test
    void wrongQuestionsAreProblemsThatSayWhatIsWrong() {
        assertThat(status("/api/events?limit=0")).isEqualTo(400);
        assertThat(status("/api/events?limit=1000000")).isEqualTo(400);
        assertThat(status("/api/events?from=yesterday")).isEqualTo(400);
        assertThat(status("/api/events?decision=MAYBE")).isEqualTo(400);
        assertThat(status("/api/summaries")).isEqualTo(400);
        assertThat(status("/api/arrivals/x")).isEqualTo(400);
        assertThat(status("/api/arrivals/0")).isEqualTo(404);
        assertThat(status("/api/arrivals/0/raw")).isEqualTo(404);
        assertThat(status("/api/work-items/0")).isEqualTo(404);
        assertThat(status("/api/imports/0")).isEqualTo(404);
        assertThat(status("/api/imports")).isEqualTo(200);
        assertThat(say("/api/work-items/settlements", "[]").getStatusCode().value())
                .isEqualTo(400);
    }

    private int status(String path) {
        ResponseEntity<String> answer = as("viewer").getForEntity(path, String.class);
        if (answer.getStatusCode().isError()) {
            assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
            assertThat(read(answer.getBody()).get("type").asText()).startsWith("urn:plantgate:problem:");
            assertThat(answer.getBody()).doesNotContain("Exception").doesNotContain("java.");
        }
        return answer.getStatusCode().value();
    }

    private String trip(String transitionId, String bootId, String severity) {
        return """
                {"source":"%s","transitionId":"%s","bootId":"%s","severity":"%s"}""".formatted(source, transitionId, bootId, severity);
    }

    private JsonNode post(String body) {
        return read(as("operator")
                .postForEntity("/api/events/pumps", entity(body), String.class)
                .getBody());
    }

    private ResponseEntity<String> say(String path, String body) {
        return as("operator").postForEntity(path, entity(body), String.class);
    }

    private JsonNode get(String path) {
        ResponseEntity<String> answer = as("viewer").getForEntity(path, String.class);
        assertThat(answer.getStatusCode().value())
                .as(path + " " + answer.getBody())
                .isEqualTo(200);
        return read(answer.getBody());
    }

    private static long arrivalId(JsonNode answer) {
        return answer.get("arrivalId").asLong();
    }

    private static HttpEntity<String> entity(String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return new HttpEntity<>(body, headers);
    }

    private static JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(body, e);
        }
    }
}
