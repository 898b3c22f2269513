package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SinglePostTest extends HttpGatewayTest {

    @Test
    @Tag("E-52")
    void theFirstIs201AndARepeatIs200WithTheOriginalAndItsFirstArrival() {
        String event = trip(newSource(), "T91", "B17", "High");
        Instant before = Instant.now();

        HttpResponse<String> first = post(event);
        HttpResponse<String> repeat = post(event);

        assertThat(first.statusCode()).isEqualTo(201);
        long id = json(first).get("arrivalId").asLong();
        assertThat(first.headers().firstValue("Location")).hasValue("/api/events/" + id);
        assertThat(json(first).get("decision").asText()).isEqualTo("CANONICAL");
        assertThat(json(first).get("canonicalId").asLong()).isEqualTo(id);
        assertThat(repeat.statusCode()).isEqualTo(200);
        assertThat(json(repeat).get("decision").asText()).isEqualTo("DUPLICATE");
        assertThat(json(repeat).get("duplicateOf").asLong()).isEqualTo(id);
        assertThat(json(repeat).get("arrivalId").asLong()).isNotEqualTo(id);
        assertThat(Instant.parse(json(repeat).get("firstArrivalAt").asText()))
                .isBetween(before.minusSeconds(1), Instant.now())
                .isEqualTo(arrivalAt(id));
    }

    @Test
    @Tag("E-25")
    @Tag("E-26")
    @Tag("E-28")
    void anotherContentUnderTheNameIs422AndBothAreKept() {
        String event = trip(newSource(), "T91", "B17", "High");
        long id = json(post(event)).get("arrivalId").asLong();

        HttpResponse<String> conflict = post(event.replace("High", "Low"));

        assertThat(conflict.statusCode()).isEqualTo(422);
        assertThat(contentType(conflict)).isEqualTo("application/problem+json");
        JsonNode problem = json(conflict);
        assertThat(problem.get("type").asText()).isEqualTo("urn:plantgate:problem:conflict");
        assertThat(problem.get("canonicalId").asLong()).isEqualTo(id);
        assertThat(problem.get("workItemId").isNumber()).isTrue();
        assertThat(problem.get("payloadHash").asText())
                .hasSize(64)
                .isNotEqualTo(problem.get("firstPayloadHash").asText());
        assertThat(raw(id)).isEqualTo(event);
        assertThat(raw(problem.get("arrivalId").asLong())).isEqualTo(event.replace("High", "Low"));
    }

    @Test
    @Tag("E-65")
    void anotherArrivalTimeIsNeverAnotherEvent() {
        String event = trip(newSource(), "T91", "B17", "High");

        List<Integer> statuses =
                IntStream.range(0, 10).mapToObj(i -> post(event).statusCode()).toList();

        assertThat(statuses).containsExactly(201, 200, 200, 200, 200, 200, 200, 200, 200, 200);
    }

    @Test
    @Tag("E-40")
    @Tag("E-66")
    void withoutABootItIs202AndNothingIsInvented() {
        String source = newSource();

        HttpResponse<String> answer = post("{\"source\":\"" + source + "\",\"transitionId\":\"T22\",\"bootId\":null}");

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(json(answer).get("decision").asText()).isEqualTo("INCOMPLETE");
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("MISSING_BOOT_ID");
        assertThat(json(answer).get("workItemId").isNumber()).isTrue();
        assertThat(json(answer).has("canonicalId")).isFalse();
        assertThat(sql().sql("select count(*) from identity join source using (source_id) where source = ?")
                        .param(source)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    @Tag("E-77")
    void identicalBytesWithoutAnIdentityStayApart() {
        String nameless = "{\"source\":\"" + newSource() + "\",\"severity\":\"High\"}";

        JsonNode first = json(post(nameless));
        JsonNode second = json(post(nameless));

        assertThat(first.get("decision").asText()).isEqualTo("INCOMPLETE");
        assertThat(second.get("decision").asText()).isEqualTo("INCOMPLETE");
        assertThat(second.get("arrivalId").asLong())
                .isNotEqualTo(first.get("arrivalId").asLong());
        assertThat(second.get("workItemId").asLong())
                .isEqualTo(first.get("workItemId").asLong());
    }

    @Test
    @Tag("E-51")
    @Tag("A02")
    void bytesThatAreNotTextAre400AndKeptAsTheyCame() {
        byte[] bytes = HexFormat.of().parseHex("7b226964223a2241ff227d");

        HttpResponse<String> answer = post("/api/events/pumps", BodyPublishers.ofByteArray(bytes), "application/json");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:quarantined");
        assertThat(json(answer).get("decision").asText()).isEqualTo("QUARANTINED");
        assertThat(storedRaw(json(answer).get("arrivalId").asLong())).isEqualTo(bytes);
    }

    @Test
    void aSourceThatItsCredentialMayNotSpeakForIs403AndKept() {
        HttpResponse<String> answer = send(request("/api/events/pumps", "pump-07")
                .POST(BodyPublishers.ofString(trip("PUMP-08/Trip", "T1", "B1", "High"))));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:source-not-allowed");
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("SOURCE_NOT_ALLOWED");
        assertThat(sql().sql("select credential from arrival where arrival_id = ?")
                        .param(json(answer).get("arrivalId").asLong())
                        .query(String.class)
                        .single())
                .isEqualTo("pump-07");
    }

    @Test
    @Tag("A13")
    void overTheBoundAPrefixAndTheHashOfAllAreKept() {
        byte[] large = ("{\"source\":\"" + "x".repeat(3 << 20) + "\"}").getBytes(StandardCharsets.US_ASCII);

        HttpResponse<String> answer = post("/api/events/pumps", BodyPublishers.ofByteArray(large), "application/json");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("TOO_LARGE");
        long id = json(answer).get("arrivalId").asLong();
        assertThat(sql().sql("select raw_bytes from arrival where arrival_id = ?")
                        .param(id)
                        .query(Long.class)
                        .single())
                .isEqualTo(large.length);
        assertThat(storedRaw(id).length).isLessThan(large.length);
        assertThat(sql().sql("select encode(raw_hash, 'hex') from arrival where arrival_id = ?")
                        .param(id)
                        .query(String.class)
                        .single())
                .isEqualTo(HexFormat.of().formatHex(io.plantgate.event.RawBytes.sha256(large)));
    }

    @Test
    void beyondWhatIsReadTheAnswerSaysHowMuchWasHashed() {
        int readMax = 64 << 20;
        byte[] more = new byte[readMax + 1];
        java.util.Arrays.fill(more, (byte) 'x');
        more[0] = '{';

        HttpResponse<String> answer = post("/api/events/pumps", BodyPublishers.ofByteArray(more), "application/json");
        HttpResponse<String> fits = post(
                "/api/events/pumps",
                BodyPublishers.ofByteArray(java.util.Arrays.copyOf(more, readMax)),
                "application/json");

        assertThat(json(answer).at("/reason/detail").asText())
                .contains("more than 67108864 bytes came", "The first 67108864 were hashed");
        assertThat(json(fits).at("/reason/detail").asText())
                .contains("67108864 bytes, payloadBytesMax is")
                .doesNotContain("more than");
        assertThat(sql().sql("select raw_bytes || ' ' || encode(raw_hash, 'hex') from arrival where arrival_id = ?")
                        .param(json(answer).get("arrivalId").asLong())
                        .query(String.class)
                        .single())
                .isEqualTo(readMax + " "
                        + HexFormat.of()
                                .formatHex(io.plantgate.event.RawBytes.sha256(java.util.Arrays.copyOf(more, readMax))));
    }

    @Test
    void gzipIsUnpackedAndTheEventIsTheSame() {
        String event = trip(newSource(), "T1", "B1", "High");

        int packed = postPacked(gzip(event.getBytes(StandardCharsets.UTF_8))).statusCode();

        assertThat(packed).isEqualTo(201);
        assertThat(post(event).statusCode()).isEqualTo(200);
    }

    @Test
    void aBombOfZerosIsQuarantinedWithoutBeingUnpackedWhole() {
        HttpResponse<String> answer = postPacked(gzip(new byte[100 << 20]));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("TOO_LARGE");
    }

    @Test
    void whatIsNoGzipAfterAllIsKeptAsItCame() {
        byte[] bytes = trip(newSource(), "T1", "B1", "High").getBytes(StandardCharsets.UTF_8);

        HttpResponse<String> answer = postPacked(bytes);
        byte[] cut = gzip("x".repeat(5000).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> broken = postPacked(java.util.Arrays.copyOf(cut, cut.length - 8));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("NOT_DECODABLE");
        assertThat(storedRaw(json(answer).get("arrivalId").asLong())).isEqualTo(bytes);
        assertThat(broken.statusCode()).isEqualTo(400);
    }

    @Test
    void junkBehindAPackedEventIsNotItsEnd() {
        byte[] packed = gzip(trip(newSource(), "T1", "B1", "High").getBytes(StandardCharsets.UTF_8));
        byte[] bytes = java.util.Arrays.copyOf(packed, packed.length + 3);
        bytes[packed.length] = 'x';

        HttpResponse<String> answer = postPacked(bytes);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("NOT_DECODABLE");
        assertThat(storedRaw(json(answer).get("arrivalId").asLong())).isEqualTo(bytes);
    }

    @Test
    void anUnknownCodingIs415AndAnUnknownProfile404() {
        HttpResponse<String> coding = send(request("/api/events/pumps", "operator")
                .header("Content-Encoding", "br")
                .POST(BodyPublishers.ofString("x")));
        HttpResponse<String> profile = post("/api/events/none", BodyPublishers.ofString("{}"), "application/json");

        assertThat(coding.statusCode()).isEqualTo(415);
        assertThat(json(coding).get("type").asText()).isEqualTo("urn:plantgate:problem:content-coding");
        assertThat(profile.statusCode()).isEqualTo(404);
        assertThat(json(profile).get("type").asText()).isEqualTo("urn:plantgate:problem:unknown-profile");
    }

    @Test
    void whatCurlSaysAboutItsBodyDoesNotMatter() {
        HttpResponse<String> answer = post(
                "/api/events/pumps",
                BodyPublishers.ofString(trip(newSource(), "T1", "B1", "High")),
                "application/x-www-form-urlencoded");

        assertThat(answer.statusCode()).isEqualTo(201);
    }

    @Test
    void anEmptyBodyIsQuarantinedAsEmpty() {
        HttpResponse<String> answer = post("");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").get("code").asText()).isEqualTo("EMPTY");
    }

    @Test
    @Tag("E-32")
    @Tag("E-33")
    void sixtyFourClientsAtOnceMakeOneEventAndSixtyThreeRepeats() {
        String event = trip(newSource(), "T91", "B17", "High");
        var request = request("/api/events/pumps", "operator")
                .POST(BodyPublishers.ofString(event))
                .build();

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 64)
                .mapToObj(i -> CLIENT.sendAsync(request, BodyHandlers.ofString()))
                .toList();
        List<Integer> statuses = answers.stream()
                .map(CompletableFuture::join)
                .map(HttpResponse::statusCode)
                .toList();

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(63);
    }

    @Test
    void nothingOfAnInnerFailureIsEverTold() {
        String body = post("{\"source\":{\"a\":1},\"transitionId\":[]}").body();

        assertThat(body).doesNotContain("Exception").doesNotContain("org.").doesNotContain("\tat ");
    }

    private HttpResponse<String> postPacked(byte[] bytes) {
        return send(request("/api/events/pumps", "operator")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(bytes)));
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return packed.toByteArray();
    }

    private Instant arrivalAt(long arrivalId) {
        return sql().sql("select arrival_at from arrival where arrival_id = ?")
                .param(arrivalId)
                .query(java.time.OffsetDateTime.class)
                .single()
                .toInstant();
    }

    private String raw(long arrivalId) {
        return new String(storedRaw(arrivalId), StandardCharsets.UTF_8);
    }

    private byte[] storedRaw(long arrivalId) {
        return sql().sql("select raw from arrival where arrival_id = ?")
                .param(arrivalId)
                .query(byte[].class)
                .single();
    }

    private static String contentType(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }
}
