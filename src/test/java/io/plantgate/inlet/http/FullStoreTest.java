package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.ledger.FilledStore;
import io.plantgate.ledger.PostgresLedger;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Whoever posts to a full store hears so, and whoever asks why a queue is not read. */
class FullStoreTest extends HttpGatewayTest {

    @Autowired
    private PostgresLedger ledger;

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson"})
    @Tag("W-38")
    void aStreamIsRefusedBeforeItsFirstItemIsTakenAndTakenOnceThereIsRoom(String type) {
        String body = type.endsWith("ndjson") ? trip(newSource(), "T1", "B1", "High") : "[]";

        HttpResponse<String> refused = whileFull(() -> post("/api/events/pumps", BodyPublishers.ofString(body), type));

        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(json(refused).has("itemsDecided")).isFalse();
        assertThat(post("/api/events/pumps", BodyPublishers.ofString(body), type)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/events/pumps", "/api/scans"})
    @Tag("W-38")
    void aSingleItemIsRefusedLikeAStream(String door) {
        String item = "{\"idempotency_key\":\"full\",\"scan_barcode\":\"SN-1\",\"scan_action\":\"pick\"}";
        HttpResponse<String> single = whileFull(() -> post(door, BodyPublishers.ofString(item), "application/json"));
        HttpResponse<String> array =
                whileFull(() -> post(door, BodyPublishers.ofString("[" + item + "]"), "application/json"));

        assertThat(json(array)).isEqualTo(json(single));
    }

    @Test
    void aQueueThatIsNotReadSaysThatTheStoreIsFullAndIsReadOnceThereIsRoom() {
        try (FilledStore full = new FilledStore(ledger)) {
            await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                full.fill();
                                return health();
                            },
                            health -> health.contains("the store is full; nothing is taken"));
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> !health().contains("the store is full"));
    }

    private String health() {
        return get("/actuator/health").body();
    }

    // The gateway's own watch knows better every 30 s and opens the store; then it is filled again.
    private HttpResponse<String> whileFull(Supplier<HttpResponse<String>> post) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            try (FilledStore full = new FilledStore(ledger)) {
                                return post.get();
                            }
                        },
                        answer ->
                                answer.statusCode() == 503 && type(answer).equals("urn:plantgate:problem:store-full"));
    }

    private static String type(HttpResponse<String> answer) {
        return json(answer).get("type").asText();
    }
}
