package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Posts whose sender says that nothing is to follow from them. */
class HistoryPostTest extends HttpGatewayTest {

    @Test
    @Tag("E-62")
    void anEventOfHistoryIsDecidedAndNothingFollows() {
        String source = newSource();

        HttpResponse<String> history = post(trip(source, "T1", "B1", "High"), "application/json", "none");
        HttpResponse<String> live = post(trip(source, "T2", "B1", "High"));

        assertThat(history.statusCode()).isEqualTo(201);
        assertThat(effectsOf(json(history).get("canonicalId").asLong())).isZero();
        assertThat(effectsOf(json(live).get("canonicalId").asLong())).isEqualTo(2);
    }

    @Test
    void ofAStreamOfHistoryNoItemPlansAny() {
        String source = newSource();

        HttpResponse<String> answer = post(
                trip(source, "T1", "B1", "High") + "\n" + trip(source, "T2", "B1", "High") + "\n",
                "application/x-ndjson",
                "none");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("CANONICAL");
        assertThat(sql().sql(
                                "select count(*) from outbox o join identity i using (canonical_id) join source s using (source_id)"
                                        + " where s.source = ?")
                        .param(source)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void whatAPersonCompletesLaterIsHistoryAllTheSame() {
        String source = newSource();
        long id = json(post(
                        "{\"source\":\"" + source + "\",\"transitionId\":\"T1\",\"severity\":\"High\"}",
                        "application/json",
                        "none"))
                .get("arrivalId")
                .asLong();

        HttpResponse<String> completed = send(request("/api/arrivals/" + id + "/completion", "operator")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"bootId\":\"B1\",\"reason\":\"display\"}")));

        assertThat(json(completed).get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(effectsOf(id)).isZero();
    }

    @Test
    void anotherWordIsRefusedAndNothingIsKept() {
        HttpResponse<String> answer = post(trip(newSource(), "T1", "B1", "High"), "application/json", "no");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:unknown-word-on-effects");
    }

    private HttpResponse<String> post(String body, String contentType, String effects) {
        return send(request("/api/events/pumps", "operator")
                .header("Content-Type", contentType)
                .header("Plantgate-Effects", effects)
                .POST(BodyPublishers.ofString(body)));
    }

    private long effectsOf(long canonicalId) {
        return sql().sql("select count(*) from outbox where canonical_id = ?")
                .param(canonicalId)
                .query(Long.class)
                .single();
    }
}
