package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.testing.GatewayTest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What is not understood is refused and changes nothing, on the whole gateway. */
class StrictRestTest extends GatewayTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger DEVICES = new AtomicInteger();
    private static final String SETTLEMENTS = "/api/work-items/settlements";

    private final String device = "STRICT-" + DEVICES.incrementAndGet();
    private final String source = device + "/Trip";

    @Test
    @Tag("E-78")
    void aMisspeltFilterSettlesNothingAndIsNamed() {
        long item = conflict();

        assertInvalid(
                say(SETTLEMENTS, settling("\"filter\":{\"devise\":\"PUMP-99\"}")),
                "filter.devise: not known here",
                "canonicalId, device, from, source, to, transitionId");
        assertInvalid(say(SETTLEMENTS, settling("\"filtre\":{\"device\":\"PUMP-99\"}")), "filtre: not known", "filter");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":{\"from\":1764500000000}")), "filter.from: not a time");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":{\"device\":\"X\"},\"filter\":{}")), "holds a name twice");
        assertInvalid(say(SETTLEMENTS + "?dryRun=true", settling("\"all\":true")), "dryRun: not known");

        assertThat(isOpen(item)).isTrue();
    }

    @Test
    @Tag("E-78")
    void everythingIsSettledOnlyIfThatIsSaid() {
        long item = conflict();

        assertInvalid(say(SETTLEMENTS, "{\"outcome\":\"BOTH_WRONG\",\"reason\":\"x\"}"), "filter: missing", "all");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":{}")), "filter: missing or empty");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":{\"device\":null},\"all\":false")), "filter: missing");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":{\"device\":\"X\"},\"all\":true")), "all: true, and");
        assertThat(isOpen(item)).isTrue();

        assertThat(say(SETTLEMENTS, settling("\"all\":true")).getStatusCode().value())
                .isEqualTo(200);
        assertThat(isOpen(item)).isFalse();
    }

    @Test
    @Tag("E-40")
    void aMisspeltFilterCompletesNothingAndEverythingOnlyIfThatIsSaid() {
        JsonNode incomplete = read(post("{\"source\":\"" + source + "\",\"transitionId\":\"T1\"}"));
        long id = incomplete.get("arrivalId").asLong();
        String path = "/api/work-items/" + incomplete.get("workItemId").asLong() + "/completion";
        String word = "{\"supply\":{\"bootId\":\"B1\"},\"reason\":\"x\",%s}";

        assertInvalid(say(path, word.formatted("\"filter\":{\"sources\":\"A\"}")), "filter.sources: not known");
        assertInvalid(say(path, word.formatted("\"filter\":{\"canonicalId\":1}")), "filter.canonicalId: not known");
        assertInvalid(say(path, word.formatted("\"filter\":{}")), "filter: missing or empty");
        assertInvalid(say(path, "{\"supply\":{\"bootld\":\"B1\"},\"reason\":\"x\",\"all\":true}"), "supply.bootld");
        assertThat(read(get("/api/arrivals/" + id)).has("completedAs")).isFalse();

        assertThat(say(path, word.formatted("\"all\":true")).getStatusCode().value())
                .isEqualTo(200);
        assertThat(read(get("/api/arrivals/" + id)).get("completedAs").asText()).isEqualTo("CANONICAL");
    }

    @Test
    void aWrongValueIsNamedWithWhatIsExpected() {
        long item = conflict();
        String path = "/api/work-items/" + item + "/settlement";

        assertInvalid(
                say(path, "{\"outcome\":\"KEEP\",\"reason\":\"x\"}"),
                "outcome: not one of KEEP_FIRST, CORRECTED_BY_NEW_EVENT, BOTH_WRONG");
        assertInvalid(say(path, "{\"outcome\":0,\"reason\":\"x\"}"), "outcome: not one of KEEP_FIRST");
        assertInvalid(
                say(path, "{\"outcome\":\"KEEP_FIRST\",\"newEventId\":1.5,\"reason\":\"x\"}"),
                "newEventId: not a whole number");
        assertInvalid(say(path, "{\"outcome\":\"KEEP_FIRST\",\"reason\":17}"), "reason: not a text");
        assertInvalid(say(path, "{\"outcome\":\"KEEP_FIRST\",\"reason\":[]}"), "reason: not a text");
        assertInvalid(say(SETTLEMENTS, settling("\"filter\":[]")), "filter: not a JSON object");
        assertInvalid(say(SETTLEMENTS, settling("\"all\":\"perhaps\"")), "all: neither true nor false");
        assertInvalid(
                say(path, "{\"outcome\":\"KEEP_FIRST\",\"newEventId\":99999999999999999999,\"reason\":\"x\"}"),
                "newEventId: not a whole number in digits, or too large");
        assertInvalid(
                say(SETTLEMENTS, settling("\"filter\":{\"source\":\"A\",\"source\":\"B\"}")), "filter", "a name twice");
        assertInvalid(say(path, "{\"outcome\":"), "not well-formed JSON");
        assertInvalid(say(path, "[]"), "one JSON object");
        assertInvalid(say(path, "{} {}"), "one JSON object");
        assertInvalid(say(path, ""), "one JSON object");
        assertThat(isOpen(item)).isTrue();
    }

    @Test
    void aWordOfAnotherContentTypeIsRefusedWithTheRemedy() {
        long item = conflict();
        String path = "/api/work-items/" + item + "/settlement";
        String word = "{\"outcome\":\"KEEP_FIRST\",\"reason\":\"x\"}";

        for (String type : List.of("application/x-www-form-urlencoded", "application/yaml", "text/plain")) {
            ResponseEntity<String> answer = say(path, word, MediaType.parseMediaType(type));
            assertProblem(answer, 415, "content-type", "Send Content-Type: application/json");
        }
        assertThat(isOpen(item)).isTrue();
    }

    @Test
    void noPathMethodOrFormWithoutAStableName() {
        HttpHeaders text = new HttpHeaders();
        text.setAccept(List.of(MediaType.TEXT_PLAIN));

        assertProblem(get("/api/evnts"), 404, "not-found", "/api/events");
        assertProblem(say("/api/work-items", "{}"), 405, "method-not-allowed", "GET");
        assertProblem(
                as("viewer").exchange("/api/imports", HttpMethod.GET, new HttpEntity<>(text), String.class),
                406,
                "not-acceptable",
                "application/json");
    }

    @Test
    @Tag("E-75")
    void aMisspeltQuestionIsNotAnsweredWithEverything() {
        assertInvalid(get("/api/events?devise=X"), "devise: not known here", "bootId, decision, device");
        assertInvalid(get("/api/work-items?state=open"), "state: not known here", "kind, limit, open");
        assertInvalid(get("/api/summaries?source=X&afterTransition=T"), "afterTransition: not known");
        assertInvalid(get("/api/arrivals/1?x=1"), "x: not known here", "No parameter is");
        assertInvalid(get("/api/events?device=A&device=B"), "device: given 2 times");
    }

    @Test
    @Tag("E-74")
    void aBlankParameterIsAbsentAndAWrongOneIsNamedWithItsValues() {
        long item = conflict();

        JsonNode list = read(get("/api/work-items?open=true&kind=&profile=&after=&limit=1&source=" + source));
        assertThat(list.at("/items/0/workItemId").asLong()).isEqualTo(item);
        assertThat(read(get("/api/work-items?open=&kind=CONFLICT&source=" + source))
                        .get("items"))
                .hasSize(1);
        assertThat(read(get("/api/events?decision=&bootId=&from=&device=" + device))
                        .get("items"))
                .hasSize(2);
        assertInvalid(get("/api/work-items?kind=foo"), "kind: not one of CONFLICT, INCOMPLETE");
        assertInvalid(get("/api/events?decision=FOO"), "decision: not one of CANONICAL, DUPLICATE");
        assertInvalid(get("/api/events?from=yesterday"), "from: not a time");
        assertInvalid(get("/api/summaries?source="), "source: missing");
    }

    private long conflict() {
        String trip = "{\"source\":\"%s\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"%s\"}";
        post(trip.formatted(source, "High"));
        return read(post(trip.formatted(source, "Low"))).get("workItemId").asLong();
    }

    private boolean isOpen(long item) {
        return read(get("/api/work-items/" + item)).get("open").asBoolean();
    }

    private static String settling(String members) {
        return "{\"outcome\":\"BOTH_WRONG\",\"reason\":\"x\"," + members + "}";
    }

    private static void assertInvalid(ResponseEntity<String> answer, String... says) {
        assertProblem(answer, 400, "invalid-request", says);
    }

    private static void assertProblem(ResponseEntity<String> answer, int status, String type, String... says) {
        assertThat(answer.getStatusCode().value()).as(answer.getBody()).isEqualTo(status);
        assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        JsonNode problem = read(answer);
        assertThat(problem.get("type").asText()).isEqualTo("urn:plantgate:problem:" + type);
        assertThat(problem.get("detail").asText()).contains(says);
        assertThat(answer.getBody()).doesNotContain("fasterxml", "java.", "Exception", "io.plantgate");
    }

    private ResponseEntity<String> post(String body) {
        return say("/api/events/pumps", body);
    }

    private ResponseEntity<String> say(String path, String body) {
        return say(path, body, MediaType.APPLICATION_JSON);
    }

    private ResponseEntity<String> say(String path, String body, MediaType type) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(type);
        return as("operator").postForEntity(path, new HttpEntity<>(body, headers), String.class);
    }

    private ResponseEntity<String> get(String path) {
        return as("viewer").getForEntity(path, String.class);
    }

    private static JsonNode read(ResponseEntity<String> answer) {
        try {
            return JSON.readTree(answer.getBody());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(answer.getBody(), e);
        }
    }
}
