package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** CSV that is posted: its header is kept, so whatever is said of a dropped file's rows later can be said of these. */
class PostedImportTest extends HttpGatewayTest {

    private static final String ROUTE = "cells-rest-of-posted-imports";
    private static final String HEADER = "cell;channel;seq;boot;time;state;good;celsius;note\r\n";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final AtomicInteger CELLS = new AtomicInteger();

    private final String cell = "POSTED-" + CELLS.incrementAndGet();

    @Autowired
    private CamelContext camel;

    @BeforeEach
    void offerCells() {
        TemplatedRouteBuilder.builder(camel, "rest-source")
                .routeId(ROUTE)
                .parameter("profile", "cells")
                .add();
    }

    @AfterEach
    void withdrawCells() throws Exception {
        camel.getRouteController().stopRoute(ROUTE);
        camel.removeRoute(ROUTE);
    }

    @Test
    void aRowWithoutBootIsCompletedWithWhatItsHeaderSays() {
        long arrivalId = postRows(row(1, "", 12)).at("/0/arrivalId").asLong();

        HttpResponse<String> completed = post(
                "/api/arrivals/" + arrivalId + "/completion",
                BodyPublishers.ofString("{\"bootId\":\"B1\",\"reason\":\"read off the controller\"}"),
                "application/json");

        assertThat(completed.statusCode()).isEqualTo(200);
        assertThat(json(completed).findValue("decision").asText()).isEqualTo("CANONICAL");
        assertThat(json(get("/api/events/" + arrivalId)).at("/fields/good").asText())
                .isEqualTo("12");
        assertThat(postRows(row(1, "B1", 12)).at("/0/decision").asText()).isEqualTo("DUPLICATE");
    }

    @Test
    void aRowInConflictShowsWhatItDiffersIn() {
        long first = postRows(row(1, "B1", 12)).at("/0/arrivalId").asLong();
        JsonNode other = postRows(row(1, "B1", 13)).get(0);

        JsonNode item = json(get("/api/work-items/" + other.get("workItemId").asLong()));

        assertThat(other.get("decision").asText()).isEqualTo("CONFLICT");
        assertThat(item.get("differences"))
                .singleElement()
                .hasToString("{\"field\":\"good\",\"first\":\"12\",\"other\":\"13\"}");
        assertThat(json(get("/api/events/" + first))
                        .at("/repeats/items/0/differences/0/other")
                        .asText())
                .isEqualTo("13");
    }

    @Test
    void aPostIsListedAmongTheImportsWithItsCountsAndItsBytes() {
        String rows = row(1, "B1", 1) + row(1, "B1", 1) + row(2, "", 1);
        postRows(rows);

        JsonNode newest = json(get("/api/imports?limit=1")).at("/items/0");

        assertThat(newest.get("inlet").asText()).isEqualTo("http:cells");
        assertThat(newest.get("fileName").asText()).isEqualTo("POST /api/events/cells");
        assertThat(newest.get("state").asText()).isEqualTo("DONE");
        assertThat(newest.get("fileBytes").asInt()).isEqualTo((HEADER + rows).getBytes(StandardCharsets.UTF_8).length);
        assertThat(newest.get("finishedAt").asText()).isNotEmpty();
        assertThat(newest.get("rows").asInt()).isEqualTo(3);
        assertThat(newest.get("canonical").asInt()).isEqualTo(1);
        assertThat(newest.get("duplicate").asInt()).isEqualTo(1);
        assertThat(newest.get("incomplete").asInt()).isEqualTo(1);
        assertThat(sql().sql(
                                "select string_agg(import_row::text, ' ' order by import_row) from arrival where import_id = ?")
                        .param(newest.get("importId").asLong())
                        .query(String.class)
                        .single())
                .isEqualTo("1 2 3");
    }

    @Test
    void aPostWithoutAByteIsEmpty() {
        post("/api/events/cells", BodyPublishers.noBody(), "text/csv");

        assertThat(json(get("/api/imports?limit=1")).at("/items/0/state").asText())
                .isEqualTo("EMPTY");
    }

    @Test
    void linesAreNoImport() {
        long before = newestImport();

        post(
                "/api/events/pumps",
                BodyPublishers.ofString(trip(newSource(), "T1", "B1", "Low")),
                "application/x-ndjson");

        assertThat(newestImport()).isEqualTo(before);
    }

    @Test
    void aPostThatBreaksOffHasFailedAndItsRowsStay() {
        long before = newestImport();
        try (RawConnection cut = RawConnection.post(port, "/api/events/cells", "text/csv")) {
            cut.send(HEADER + row(1, "B1", 1));
            await().atMost(SOON).until(() -> newestImport() > before);
        }

        JsonNode broken = await().atMost(SOON)
                .until(
                        () -> json(get("/api/imports?limit=1")).at("/items/0"),
                        it -> !it.get("state").asText().equals("RUNNING"));
        assertThat(broken.get("state").asText()).isEqualTo("FAILED");
        assertThat(broken.get("reason").asText()).contains("The stream broke off");
    }

    @Test
    void anEndThatCannotBeWrittenDownAtOnceIsWrittenDownWithTheNextPost() {
        long before = newestImport();
        try (RawConnection slow = RawConnection.post(port, "/api/events/cells", "text/csv")) {
            slow.send(HEADER + row(1, "B1", 1) + row(2, "B1", 1));
            await().atMost(SOON).until(() -> count("import where header is not null and import_id > " + before) == 1);
            sql().sql("alter table import rename to import_away").update();

            assertThat(slow.finish()).startsWith("HTTP/1.1 200").contains("CANONICAL");
            HttpResponse<String> refused = postCells(row(3, "B1", 1));

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        } finally {
            sql().sql("alter table import_away rename to import").update();
        }
        assertThat(postCells(row(3, "B1", 1)).statusCode()).isEqualTo(200);
        assertThat(sql().sql("select state from import where import_id > ? order by import_id")
                        .param(before)
                        .query(String.class)
                        .list())
                .containsExactly("DONE", "DONE");
    }

    private JsonNode postRows(String rows) {
        HttpResponse<String> answer = postCells(rows);
        assertThat(answer.statusCode()).isEqualTo(200);
        return json(answer);
    }

    private HttpResponse<String> postCells(String rows) {
        return post("/api/events/cells", BodyPublishers.ofString(HEADER + rows), "text/csv");
    }

    private String row(int seq, String boot, int good) {
        return cell + ";Count;" + seq + ";" + boot + ";2026-03-02 08:00:00;RUN;" + good + ";20,5;\r\n";
    }

    private long newestImport() {
        return sql().sql("select coalesce(max(import_id), 0) from import")
                .query(Long.class)
                .single();
    }

    private long count(String fromWhere) {
        return sql().sql("select count(*) from " + fromWhere).query(Long.class).single();
    }
}
