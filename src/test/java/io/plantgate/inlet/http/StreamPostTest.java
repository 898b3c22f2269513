package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class StreamPostTest extends HttpGatewayTest {

    private static final int MANY = 200_000;
    private static final long KEPT_BYTES_MAX = 12L << 20;

    @Autowired
    private CamelContext camel;

    @Test
    void anArrayIsAnsweredItemByItemInItsOrder() {
        String source = newSource();
        String first = trip(source, "T1", "B1", "High");

        HttpResponse<String> answer = post("["
                + String.join(
                        ",",
                        first,
                        first,
                        first.replace("High", "Low"),
                        "{\"source\":\"" + source + "\"}",
                        "{\"source\":[]}")
                + "]");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(decisions(json(answer)))
                .containsExactly("CANONICAL", "DUPLICATE", "CONFLICT", "INCOMPLETE", "QUARANTINED");
        assertThat(json(answer).get(1).get("duplicateOf"))
                .isEqualTo(json(answer).get(0).get("arrivalId"));
    }

    @Test
    void brokenJsonInAnArrayKeepsWhatStoodBeforeIt() {
        String source = newSource();

        HttpResponse<String> answer = post("[" + trip(source, "T1", "B1", "High") + ", {\"source\": oops}, "
                + trip(source, "T2", "B1", "High") + "]");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(decisions(json(answer))).startsWith("CANONICAL", "QUARANTINED");
        assertThat(storedEvents(source)).isPositive();
    }

    @Test
    void aPoisonedLineNeverSpoilsItsNeighbours() {
        String source = newSource();
        String body = String.join(
                        "\n", trip(source, "T1", "B1", "High"), "{\"source\":", "", trip(source, "T2", "B1", "High"))
                + "\n";

        HttpResponse<String> answer = post("/api/events/pumps", BodyPublishers.ofString(body), "application/x-ndjson");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        assertThat(decisions(answer.body()))
                .contains("QUARANTINED")
                .startsWith("CANONICAL")
                .endsWith("CANONICAL");
        assertThat(storedEvents(source)).isEqualTo(2);
    }

    @Test
    void linesMayComePacked() throws IOException {
        String source = newSource();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 1000; i++) {
                gzip.write((trip(source, "T" + i, "B1", "High") + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        HttpResponse<String> answer = send(request("/api/events/pumps", "operator")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(decisions(answer.body())).hasSize(1000).containsOnly("CANONICAL");
    }

    @Test
    void aPackedStreamThatBreaksOffSaysHowFarItWasTaken() throws IOException {
        String source = newSource();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 5000; i++) {
                gzip.write(
                        (trip(source, "T" + i * 7919, "B1", "High" + i * 31) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] cut = java.util.Arrays.copyOf(packed.toByteArray(), packed.size() * 3 / 4);

        HttpResponse<String> answer = send(request("/api/events/pumps", "operator")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(cut)));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:stream-broken");
        assertThat(json(answer).get("itemsDecided").asLong()).isEqualTo(storedEvents(source));
    }

    @Test
    void aPackedStreamWithJunkBehindItsMemberIsBrokenAndItsRowsAreDecided() throws IOException {
        String source = newSource();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write((trip(source, "T1", "B1", "High") + "\n").getBytes(StandardCharsets.UTF_8));
        }
        packed.write("a second member, spoiled".getBytes(StandardCharsets.UTF_8));

        HttpResponse<String> answer = send(request("/api/events/pumps", "operator")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:stream-broken");
    }

    @Test
    void aPackedStreamThatIsABombEndsAtTheRatio() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write('[');
            for (int i = 0; i < 64; i++) {
                gzip.write("{".repeat(1 << 20).getBytes(StandardCharsets.UTF_8));
            }
        }

        HttpResponse<String> answer = send(request("/api/events/pumps", "operator")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:stream-too-long");
    }

    @Test
    void anEmptyArrayIsOneQuarantinedArrival() {
        HttpResponse<String> answer = post("[]");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer)).hasSize(1);
        assertThat(json(answer).get(0).get("reason").get("code").asText()).isEqualTo("EMPTY");
    }

    @Test
    @Tag("A03")
    void theProfilesFormatCountsNotTheContentType() throws Exception {
        TemplatedRouteBuilder.builder(camel, "rest-source")
                .routeId("cells-rest-of-this-test")
                .parameter("profile", "cells")
                .add();
        String rows = "\uFEFFcell;channel;seq;boot;time;state;good;celsius;note\r\n"
                + "C-http;count;41;b1;2026-03-02 08:00:00;RUN;12;20,5;\r\n"
                + "C-http;count;41;b1;2026-03-02 08:00:00;RUN;12;20,50;\r\n";

        HttpResponse<String> answer =
                post("/api/events/cells", BodyPublishers.ofString(rows), "application/octet-stream");

        camel.getRouteController().stopRoute("cells-rest-of-this-test");
        camel.removeRoute("cells-rest-of-this-test");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(decisions(json(answer))).containsExactly("CANONICAL", "DUPLICATE");
    }

    @Test
    void twoHundredThousandLinesAreAnsweredInOrderInConstantMemory() throws Exception {
        String source = newSource();
        ManyLines lines = new ManyLines(source, MANY, Set.of(MANY / 10, MANY - MANY / 10));
        var request = request("/api/events/pumps", "operator")
                .timeout(Duration.ofMinutes(5))
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofInputStream(() -> lines))
                .build();

        HttpResponse<Stream<String>> answer = CLIENT.send(request, BodyHandlers.ofLines());
        long[] last = {0};
        long[] results = {0};
        try (Stream<String> body = answer.body()) {
            body.forEach(line -> {
                results[0]++;
                long id = Long.parseLong(line.replaceAll(".*\"arrivalId\":(\\d+).*", "$1"));
                assertThat(line).contains("CANONICAL");
                assertThat(id).isNotEqualTo(last[0]);
                last[0] = id;
            });
        }

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(results[0]).isEqualTo(MANY);
        assertThat(storedEvents(source)).isEqualTo(MANY);
        assertThat(lines.keptBytes()).hasSize(2);
        assertThat(lines.keptBytes().get(1) - lines.keptBytes().get(0)).isLessThan(KEPT_BYTES_MAX);
    }

    @Test
    void aSlowClientHoldsUpNobodyAndIsAnsweredInTheEnd() {
        String source = newSource();
        String event = trip(source, "T0", "B1", "High");
        try (RawConnection slow = RawConnection.post(port, "/api/events/pumps", "application/json")) {
            slow.send(event.substring(0, 10));
            List<Integer> others = IntStream.range(1, 20)
                    .mapToObj(i -> post(trip(source, "T" + i, "B1", "High")).statusCode())
                    .toList();
            slow.send(event.substring(10));

            assertThat(others).containsOnly(201);
            assertThat(slow.finish()).startsWith("HTTP/1.1 201");
        }
    }

    @Test
    void aClientThatIsCutOffLosesNothingThatWasDecidedAndFreesItsReader() {
        String source = newSource();
        List<RawConnection> all = new ArrayList<>();
        try {
            for (int reader = 0; reader < 4; reader++) {
                all.add(RawConnection.post(port, "/api/events/pumps", "application/x-ndjson")
                        .send(lines(source, reader * 1000, 600)));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> storedEvents(source) >= 500);
        } finally {
            all.forEach(RawConnection::close);
        }

        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        post("[" + trip(source, "T-after", "B1", "High") + "]").statusCode() == 200);
        assertThat(storedEvents(source)).isGreaterThan(500);
    }

    @Test
    void oneMoreStreamThanThereAreReadersIs503WithRetryAfter() {
        String source = newSource();
        List<RawConnection> held = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                held.add(RawConnection.post(port, "/api/events/pumps", "application/x-ndjson")
                        .send(lines(source, i * 10, 1)));
            }
            HttpResponse<String> refused = await().atMost(Duration.ofSeconds(30))
                    .until(() -> post("[" + trip(source, "T-more", "B1", "High") + "]"), it -> it.statusCode() == 503);

            assertThat(json(refused).get("type").asText()).isEqualTo("urn:plantgate:problem:busy");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(post(trip(source, "T-single", "B1", "High")).statusCode())
                    .isEqualTo(201);
            held.forEach(connection -> assertThat(connection.finish()).startsWith("HTTP/1.1 200"));
        } finally {
            held.forEach(RawConnection::close);
        }
    }

    private static String lines(String source, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> trip(source, "T" + i, "B1", "High") + "\n")
                .collect(Collectors.joining());
    }

    private long storedEvents(String source) {
        return sql().sql("select count(*) from identity join source using (source_id) where source = ?")
                .param(source)
                .query(Long.class)
                .single();
    }

    private static List<String> decisions(JsonNode array) {
        List<String> decisions = new ArrayList<>();
        array.forEach(item -> decisions.add(item.get("decision").asText()));
        return decisions;
    }

    private static List<String> decisions(String lines) {
        return lines.lines()
                .map(line -> line.replaceAll(".*\"decision\":\"(\\w+)\".*", "$1"))
                .toList();
    }
}
