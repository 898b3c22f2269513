package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.testing.GatewayTest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What an MES client posts, repeats, contradicts and traces over real HTTP, at the demo site. */
class ScansRestTest extends GatewayTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CODE = "09501234500171";

    @Test
    @Tag("S-40")
    @Tag("S-41")
    @Tag("S-42")
    @Tag("S-49")
    @Tag("S-53")
    void aRepeatIsAnsweredByteForByteAndSaysThatItIsOne() {
        String key = newKey();
        ResponseEntity<byte[]> first = post(scan(CODE, "pick"), key);
        ResponseEntity<byte[]> repeat = post(scan(CODE, "pick"), key);

        assertThat(first.getStatusCode().value()).isEqualTo(201);
        assertThat(first.getHeaders().getFirst("Idempotency-Replayed")).isNull();
        assertThat(repeat.getStatusCode()).isEqualTo(first.getStatusCode());
        assertThat(repeat.getHeaders().getFirst("Idempotency-Replayed")).isEqualTo("true");
        assertThat(repeat.getBody()).isEqualTo(first.getBody());
        assertThat(repeat.getHeaders().getLocation())
                .isEqualTo(first.getHeaders().getLocation());
        JsonNode answer = json(first);
        assertThat(answer.get("idempotency_key").asText()).isEqualTo(key);
        assertThat(answer.get("scan_result").asText()).isEqualTo("ok");
        assertThat(answer.get("work_order").asText()).isEqualTo("WO-7");
        assertThat(answer.get("scan_barcode").asText()).isEqualTo(CODE);
    }

    @Test
    @Tag("S-28")
    @Tag("S-61")
    void anotherContentUnderAKeyIsAConflictWithBothDigestsAndAWorkItem() {
        String key = newKey();
        JsonNode first = json(post(scan(CODE, "pick"), key));
        ResponseEntity<byte[]> other = post(scan(CODE, "scrap"), key);

        assertThat(other.getStatusCode().value()).isEqualTo(422);
        assertThat(other.getHeaders().getContentType().isCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON))
                .isTrue();
        JsonNode problem = json(other);
        assertThat(problem.get("dedup_status").asText()).isEqualTo("conflict");
        assertThat(problem.get("eventId")).isEqualTo(first.get("eventId"));
        assertThat(problem.get("firstPayloadHash").asText())
                .hasSize(64)
                .isNotEqualTo(problem.get("payloadHash").asText());
        JsonNode item = get("/api/work-items/" + problem.get("workItemId").asLong());
        assertThat(item.at("/item/kind").asText(item.at("/kind").asText())).isEqualTo("CONFLICT");
        assertThat(get("/api/scans/" + first.get("eventId").asLong())
                        .get("dedup_status")
                        .asText())
                .isEqualTo("conflict");
    }

    @Test
    void aScanWhoseMonthOfArrivalsIsGivenUpIsNotShownAsOneThatNeverCameAgain() {
        String path = "/api/scans/"
                + json(post(scan(CODE, "pick"), newKey())).get("eventId").asLong();
        assertThat(get(path).has("arrivals_purged")).isFalse();

        sql().sql("insert into retention_month (month, state, first_arrival_id, last_arrival_id, detached_at)"
                        + " values ('2001-08-01', 'DETACHED', :id, :id, now())")
                .param("id", Long.parseLong(path.substring(path.lastIndexOf('/') + 1)))
                .update();

        assertThat(get(path).get("arrivals_purged").asText()).isEqualTo("2001-08");
    }

    @Test
    @Tag("S-24")
    @Tag("S-25")
    @Tag("S-26")
    void aScanWithoutAKeyGetsADerivedOneThatSaysSo() {
        String device = newKey();
        String scan = """
                {"scan_barcode":"%s","scan_action":"pass","device_id":"%s","capture_time":"2026-03-02T08:00:12.180Z"}""".formatted(CODE, device);
        ResponseEntity<byte[]> first = post(scan, null);
        ResponseEntity<byte[]> resent = post(scan.replace("12.180Z", "12.990Z"), null);

        JsonNode answer = json(first);
        assertThat(answer.get("key_derived").asBoolean()).isTrue();
        assertThat(answer.get("key_recipe").asText()).isEqualTo("v1");
        assertThat(answer.get("key_resolution_ms").asLong()).isEqualTo(1000);
        assertThat(answer.get("key_truncated").asBoolean()).isTrue();
        assertThat(resent.getBody())
                .as("two reads in one second are one to this recipe")
                .isEqualTo(first.getBody());
        assertThat(post(scan.replace(":12.180Z", ":13.180Z"), null).getBody()).isNotEqualTo(first.getBody());
    }

    @Test
    void whatIsMalformedIsKeptAndItsFieldNamed() {
        assertProblem(post("{\"scan_action\":\"pick\"}", newKey()), 400, "scan_barcode", "missing");
        assertProblem(post("{\"scan_action\":1,\"scan_action\":2}", newKey()), 400, "scan_action", "twice");
        assertProblem(
                post(scan(CODE, "pick").replace("}", ",\"operator_id\":{}}"), newKey()), 400, "operator_id", "neither");
        assertProblem(
                post("{\"scan_barcode\":9501234500171,\"scan_action\":\"pick\"}", newKey()),
                400,
                "scan_barcode",
                "quotes");
        assertProblem(post(scan(CODE, "steal"), newKey()), 400, "scan_action", "load, pick, pass");
        assertProblem(post(scan("4.51235E+10", "pick"), newKey()), 400, "scan_barcode", "spreadsheet");
        assertProblem(post(scan(CODE, "pick"), "derived:v1:00"), 400, "idempotency_key", "derived");
        assertProblem(post(scan(CODE, "pick"), "Gr\u00FCn-1"), 400, "idempotency_key", "not ASCII");
        assertProblem(
                post(scan(CODE, "pick").replace("}", ",\"idempotency_key\":\"one\"}"), "two"),
                400,
                "idempotency_key",
                "'one'");
        assertProblem(
                post(scan(CODE, "pick").replace("}", ",\"capture_time\":\"yesterday\"}"), newKey()),
                400,
                "capture_time",
                "yesterday");
    }

    @Test
    void aScanWithoutAKeyAndWithoutADeviceIsKeptForAPerson() {
        ResponseEntity<byte[]> answer =
                post("{\"scan_barcode\":\"%s\",\"scan_action\":\"pick\"}".formatted(CODE), null);

        assertProblem(answer, 202, "device_id", "Kept, not de-duplicated");
        long arrival = json(answer).get("arrivalId").asLong();
        assertThat(sql().sql("select reason from arrival where arrival_id = ?")
                        .param(arrival)
                        .query(String.class)
                        .single())
                .isEqualTo("MISSING_IDEMPOTENCY_KEY");
    }

    @Test
    @Tag("S-51")
    @Tag("S-60")
    void anArrayIsAnsweredRowByRowAndAHalfRepeatedOneToo() {
        String one = newKey();
        String two = newKey();
        JsonNode first = json(post("[" + keyed(one, "pick") + "," + keyed(two, "pass") + "]", null));
        JsonNode again = json(post(
                "[" + keyed(two, "pass") + "," + keyed(newKey(), "pick") + "," + keyed(one, "scrap") + ",{}]", null));

        assertThat(first).hasSize(2);
        assertThat(first.get(0).get("status").asInt()).isEqualTo(201);
        assertThat(again.get(0).get("replayed").asBoolean()).isTrue();
        assertThat(again.get(0).get("scan")).isEqualTo(first.get(1).get("scan"));
        assertThat(again.get(1).get("replayed").asBoolean()).isFalse();
        assertThat(again.get(2).at("/problem/dedup_status").asText()).isEqualTo("conflict");
        assertThat(again.get(3).at("/problem/detail").asText()).contains("scan_barcode");
    }

    @Test
    void oneHeaderCannotNameManyScans() {
        ResponseEntity<byte[]> answer = post("[" + scan(CODE, "pick") + "]", newKey());

        assertProblem(answer, 400, "X-Idempotency-Key", "Nothing was kept");
    }

    @Test
    @Tag("S-13")
    void aCodeThatTheSiteDoesNotKnowIsSaidToBeUnknown() {
        JsonNode answer = json(post(scan("NOBODY-KNOWS-THIS", "pick"), newKey()));

        assertThat(answer.get("scan_result").asText()).isEqualTo("unknown barcode");
        assertThat(answer.get("result_code").asText()).isEqualTo("UNKNOWN_BARCODE");
    }

    @Test
    @Tag("S-13")
    void aCodeThatIsBoundElsewhereIsAnsweredWithOrderAndSerial() {
        String serial = "SN-" + newKey();
        String scan = scan(serial, "load").replace("}", ",\"work_order\":\"%s\"}");
        JsonNode first = json(post(scan.formatted("WO-1"), newKey()));
        JsonNode other = json(post(scan.formatted("WO-2"), newKey()));
        JsonNode same = json(post(scan.formatted("WO-1"), newKey()));

        assertThat(first.get("result_code").asText()).isEqualTo("OK");
        assertThat(other.get("scan_result").asText()).isEqualTo("bound elsewhere");
        assertThat(other.get("result_code").asText()).isEqualTo("ALREADY_BOUND");
        assertThat(other.get("result_message").asText()).contains("WO-1", serial);
        assertThat(same.get("result_code").asText()).isEqualTo("OK");
        json(post(scan(serial, "unpack"), newKey()));
        assertThat(json(post(scan.formatted("WO-2"), newKey()))
                        .get("result_code")
                        .asText())
                .isEqualTo("OK");
    }

    @Test
    @Tag("S-39")
    void aSerialALotAndADeviceAreTraced() {
        String serial = "SN-" + newKey();
        String device = newKey();
        List<Long> events = new ArrayList<>();
        for (String action : List.of("load", "pass", "complete")) {
            String scan = """
                    {"scan_barcode":"%s","scan_action":"%s","device_id":"%s","station_id":"ST-4","bind_lot":"%s",\
                    "capture_time":"2026-03-02T08:00:12.180Z"}""".formatted(serial, action, device, device);
            events.add(json(post(scan, newKey())).get("eventId").asLong());
        }

        JsonNode history = get("/api/scans?bind_sn=" + serial);
        assertThat(history.get("items")).hasSize(3);
        assertThat(history.at("/items/0/eventId").asLong()).isEqualTo(events.get(2));
        assertThat(get("/api/scans?bind_lot=" + device + "&station_id=ST-4").get("items"))
                .hasSize(3);
        JsonNode page = get("/api/scans?device_id=" + device + "&limit=2");
        assertThat(page.get("items")).hasSize(2);
        assertThat(get("/api/scans?device_id=" + device + "&after="
                                + page.get("next").asLong())
                        .get("items"))
                .hasSize(1);
        assertThat(get("/api/scan-devices/" + device + "?from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z")
                        .get("scans")
                        .asInt())
                .isEqualTo(3);
        String csv = as("viewer").getForObject("/api/scans.csv?bind_sn=" + serial, String.class);
        assertThat(csv.lines()).hasSize(4);
        assertThat(csv).startsWith("eventId,event_time,scan_barcode").contains(serial);
        assertThat(get("/api/scans?bindSn=x").get("detail").asText()).contains("bind_sn");
    }

    private void assertProblem(ResponseEntity<byte[]> answer, int status, String field, String said) {
        assertThat(answer.getStatusCode().value()).isEqualTo(status);
        assertThat(json(answer).get("detail").asText()).contains(field, said);
        assertThat(json(answer).path("field").asText("X-Idempotency-Key")).isEqualTo(field);
    }

    @Test
    void anItemsProblemNamesItsFieldToo() {
        JsonNode answer = json(post(
                "[{\"scan_action\":\"pick\"},{\"scan_barcode\":\"X\",\"scan_action\":\"weld\"},"
                        + "{\"scan_barcode\":\"X\",\"scan_action\":\"pick\"}]",
                null));

        assertThat(answer.findValuesAsText("field")).containsExactly("scan_barcode", "scan_action", "device_id");
    }

    @Test
    void aWordThatNoResultHasIsRefusedWithThoseThatThereAre() {
        for (String path : List.of("/api/scans", "/api/scans.csv")) {
            JsonNode problem = get(path + "?scan_result=blah");
            assertThat(problem.get("status").asInt()).as(path).isEqualTo(400);
            assertThat(problem.get("detail").asText()).contains("scan_result", "bound elsewhere, repeated");
        }
        assertThat(get("/api/scans?scan_result=not ok").has("items")).isTrue();
    }

    @Test
    void aFileHoldsAllThatAnswersTheQuestionAndOneThatIsCutSaysSo() {
        String serial = "SN-" + newKey();
        StringBuilder scans = new StringBuilder("[");
        for (int i = 0; i < 120; i++) {
            scans.append(i == 0 ? "" : ",")
                    .append(keyed(newKey(), "pass").replace("}", ",\"bind_sn\":\"" + serial + "\"}"));
        }
        post(scans.append("]").toString(), null);

        ResponseEntity<String> whole = csv("/api/scans.csv?bind_sn=" + serial);
        assertThat(whole.getBody().lines()).hasSize(121);
        assertThat(whole.getHeaders()).doesNotContainKeys("Plantgate-More", "Link");
        assertThat(whole.getHeaders().getContentLength())
                .isEqualTo(whole.getBody().length());

        ResponseEntity<String> part = csv("/api/scans.csv?bind_sn=" + serial + "&limit=50");
        List<String> lines = new ArrayList<>(part.getBody().lines().toList());
        assertThat(part.getHeaders().getFirst("Plantgate-More")).isEqualTo("true");
        while (part.getHeaders().containsKey("Link")) {
            String next = part.getHeaders().getFirst("Link").replaceFirst("<(.*)>; rel=\"next\"", "$1");
            part = csv(next);
            part.getBody().lines().skip(1).forEach(lines::add);
        }
        assertThat(lines).isEqualTo(whole.getBody().lines().toList());
        assertThat(csv("/api/scans.csv?limit=100001").getStatusCode().value()).isEqualTo(400);
    }

    @Test
    void aCellThatBeginsAsAFormulaIsGuardedAndSaidToBeAndExactWhereThatIsAskedFor() {
        String serial = "SN-" + newKey();
        String formula = "=HYPERLINK(\\\"http://x\\\")";
        post(
                scan("+A123BJC5D6E71", "pass")
                        .replace("}", ",\"bind_sn\":\"" + serial + "\",\"operator_name\":\"" + formula + "\"}"),
                newKey());

        ResponseEntity<String> guarded = csv("/api/scans.csv?bind_sn=" + serial);
        assertThat(guarded.getHeaders().getFirst("Plantgate-Cells")).isEqualTo("guarded");
        assertThat(guarded.getBody()).contains(",'+A123BJC5D6E71,", ",\"'=HYPERLINK(\"\"http://x\"\")\",");
        ResponseEntity<String> exact = csv("/api/scans.csv?bind_sn=" + serial + "&cells=exact");
        assertThat(exact.getHeaders().getFirst("Plantgate-Cells")).isEqualTo("exact");
        assertThat(exact.getBody()).contains(",+A123BJC5D6E71,", ",\"=HYPERLINK(");
        assertThat(csv("/api/scans.csv?cells=raw").getStatusCode().value()).isEqualTo(400);
    }

    private ResponseEntity<String> csv(String path) {
        return as("viewer").getForEntity(java.net.URI.create(path), String.class);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    private static String scan(String barcode, String action) {
        return "{\"scan_barcode\":\"%s\",\"scan_action\":\"%s\"}".formatted(barcode, action);
    }

    private static String keyed(String key, String action) {
        return "{\"idempotency_key\":\"%s\",\"scan_barcode\":\"%s\",\"scan_action\":\"%s\"}"
                .formatted(key, CODE, action);
    }

    private ResponseEntity<byte[]> post(String body, String key) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        if (key != null) {
            headers.set("X-Idempotency-Key", key);
        }
        return as("operator").exchange("/api/scans", HttpMethod.POST, new HttpEntity<>(body, headers), byte[].class);
    }

    private JsonNode get(String path) {
        return as("viewer").getForObject(path, JsonNode.class);
    }

    private static JsonNode json(ResponseEntity<byte[]> answer) {
        try {
            return JSON.readTree(answer.getBody());
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
