package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCreatedEvent;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class TroublePostTest extends HttpGatewayTest {

    private static final int GARBAGE_LINES = 20_000;

    @Autowired
    private CamelContext camel;

    @Autowired
    private DataSource dataSource;

    @Test
    @Tag("J01")
    void noHeaderOfARequestEverReachesARoute() throws Exception {
        List<Map<String, Object>> headers = new CopyOnWriteArrayList<>();
        EventNotifierSupport notifier = new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                Exchange exchange = ((ExchangeCreatedEvent) event).getExchange();
                // What follows from the event is an exchange of its own, with headers of the gateway's.
                boolean effect = exchange.getFromEndpoint() != null
                        && exchange.getFromEndpoint().getEndpointUri().startsWith("effect:");
                if (!effect) {
                    headers.add(Map.copyOf(exchange.getMessage().getHeaders()));
                }
            }

            @Override
            public boolean isEnabled(CamelEvent event) {
                return event instanceof ExchangeCreatedEvent;
            }
        };
        camel.getManagementStrategy().addEventNotifier(notifier);
        try {
            HttpResponse<String> answer = send(request("/api/events/pumps", "operator")
                    .header("cAmElHttpUri", "http://elsewhere")
                    .header("CamelSqlQuery", "drop table arrival")
                    .header("CamelFileName", "../x")
                    .header("ce-id", "A234-1234")
                    .POST(BodyPublishers.ofString(trip(newSource(), "T1", "B1", "High"))));

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(headers).isNotEmpty().allSatisfy(it -> assertThat(it).isEmpty());
            String facts = sql().sql("select facts::text from arrival where arrival_id = ?")
                    .param(json(answer).get("arrivalId").asLong())
                    .query(String.class)
                    .single();
            assertThat(facts).contains("\"ce-id\": \"A234-1234\"").doesNotContainIgnoringCase("camel");
        } finally {
            camel.getManagementStrategy().removeEventNotifier(notifier);
        }
    }

    @Test
    void aStoppedRouteIs503UntilItRunsAgain() throws Exception {
        String event = trip(newSource(), "T1", "B1", "High");
        camel.getRouteController().stopRoute("pumps-rest");
        try {
            HttpResponse<String> refused = post(event);

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(json(refused).get("type").asText()).isEqualTo("urn:plantgate:problem:not-ready");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        } finally {
            camel.getRouteController().startRoute("pumps-rest");
        }
        assertThat(post(event).statusCode()).isEqualTo(201);
    }

    @Test
    void aProfileWithoutARestRouteIs404AndSaysWhatIsMissing() {
        HttpResponse<String> answer =
                post("/api/events/cells-of-nobody", BodyPublishers.ofString("{}"), "application/json");

        assertThat(answer.statusCode()).isEqualTo(404);
    }

    @Test
    @Tag("E-50")
    void whileTheStoreStandsStillPostsAre503AndWhatCameIsStillOneEvent() throws Exception {
        String source = newSource();
        String event = trip(source, "T1", "B1", "High");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table identity in access exclusive mode");
            CompletableFuture<HttpResponse<String>> single = sendAsync(event, "application/json");
            CompletableFuture<HttpResponse<String>> stream = sendAsync(event + "\n", "application/x-ndjson");

            assertThat(List.of(single.join(), stream.join())).allSatisfy(answer -> {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:no-answer");
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            });
            connection.rollback();
        }

        assertThat(await().atMost(Duration.ofSeconds(60))
                        .until(() -> post(event), it -> it.statusCode() < 500)
                        .statusCode())
                .isEqualTo(200);
        await().atMost(Duration.ofSeconds(30)).until(() -> arrivals(source) == 3);
        assertThat(sql().sql("select count(*) from identity join source using (source_id) where source = ?")
                        .param(source)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void aSenderOfGarbageIsHeldBackInTheMiddleOfAStreamAndAfterwards() {
        HttpResponse<String> cut = asApprover("{\n".repeat(GARBAGE_LINES), "application/x-ndjson");

        assertThat(cut.statusCode()).isEqualTo(429);
        assertThat(json(cut).get("type").asText()).isEqualTo("urn:plantgate:problem:too-many-quarantined");
        assertThat(Integer.parseInt(cut.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 61);
        assertThat(json(cut).get("itemsDecided").asInt()).isBetween(600, GARBAGE_LINES / 2);
        assertThat(sql().sql("select count(*) from arrival where credential = 'approver'")
                        .query(Integer.class)
                        .single())
                .isLessThan(GARBAGE_LINES / 2);
        HttpResponse<String> refused = await().atMost(Duration.ofSeconds(60))
                .until(() -> asApprover("{\n".repeat(700), "application/x-ndjson"), it -> !json(it).has(
                                "itemsDecided"));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(post(trip(newSource(), "T1", "B1", "High")).statusCode()).isEqualTo(201);
    }

    private HttpResponse<String> asApprover(String body, String contentType) {
        return send(request("/api/events/pumps", "approver")
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(body)));
    }

    private CompletableFuture<HttpResponse<String>> sendAsync(String body, String contentType) {
        return CLIENT.sendAsync(
                request("/api/events/pumps", "operator")
                        .header("Content-Type", contentType)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private long arrivals(String source) {
        return sql().sql("select count(*) from arrival join source using (source_id) where source = ?")
                .param(source)
                .query(Long.class)
                .single();
    }
}
