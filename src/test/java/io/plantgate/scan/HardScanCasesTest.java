package io.plantgate.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What scanners, keyboards and spreadsheets send, on the real path: bytes in, decision and stored row out. */
class HardScanCasesTest {

    private static final String GS = "\\u001d";
    private static final String GS1 = """
            contract: scan
            format: json
            identity: {channel: line-scans}
            """;
    private static final String SUBSTITUTING = GS1 + """
            scan:
              barcode:
                digits: gtin
                substitutions: [{sent: "{GS}", is: "\\u001D"}]
            """;
    private static final String NESTED = """
            contract: scan
            format: json
            identity: {channel: line-scans, key: /idempotencyKey}
            scan:
              fields: {scan_barcode: /code, scan_action: /what}
            """;

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final ScanNode node = new ScanNode(database.dataSource(), "node-1", ScanSettings.defaults(), LookUp.NONE);

    @AfterEach
    void close() {
        node.close();
        database.close();
    }

    @Test
    @Tag("F01")
    @Tag("S-57")
    void aLostSeparatorIsAnotherBatchAndItsTextIsOneOnlyByTheScannersTable() {
        node.reading(GS1);
        String with = "010950123450017110AB12" + GS + "21S77";
        assertThat(verdict(keyless(with))).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(keyless("010950123450017110AB1221S77"))).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(keyless(with.replace(GS, "{GS}")))).isEqualTo(Verdict.CANONICAL);

        node.reading(SUBSTITUTING);
        assertThat(verdict(keyless(with.replace(GS, "{GS}")))).isEqualTo(Verdict.DUPLICATE);
        assertThat(
                        rows.list(
                                "select encode(convert_to(scan_barcode, 'UTF8'), 'hex') from scan_event order by scan_id limit 1"))
                .containsExactly("30313039353031323334353030313731313041423132" + "1d" + "3231533737");
    }

    @Test
    @Tag("F01")
    void anElementStringThatCanBeReadInSeveralWaysIsIncompleteUnlessTheClientNamedTheScan() {
        String ambiguous = keyless("10ABCDEFGHIJKLMNOP21SERIAL77").replace("}", ",\"barcode_type\":\"GS1-128\"}");

        assertThat(verdict(ambiguous)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(rows.one("select reason from arrival")).isEqualTo("AMBIGUOUS_BARCODE");
        assertThat(verdict(ambiguous.replace("{\"scan", "{\"idempotency_key\":\"k\",\"scan")))
                .isEqualTo(Verdict.CANONICAL);
    }

    @Test
    @Tag("F05")
    @Tag("S-56")
    void theLengthsOfAGtinAreOneScanAndSpreadsheetFormsAreRefusedWithTheirReason() {
        node.reading(SUBSTITUTING);

        assertThat(List.of(
                        verdict(keyless("045123450011")),
                        verdict(keyless("0045123450011")),
                        verdict(keyless("00045123450011"))))
                .containsExactly(Verdict.CANONICAL, Verdict.DUPLICATE, Verdict.DUPLICATE);
        assertThat(verdict(keyless("45123450011"))).isEqualTo(Verdict.QUARANTINED);
        assertThat(verdict(keyless("4.51235E+10"))).isEqualTo(Verdict.QUARANTINED);
        assertThat(verdict(keyless("09501234500171"))).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(keyless("19501234500178"))).isEqualTo(Verdict.CANONICAL);
        assertThat(rows.list("select reason from arrival where decision = 'QUARANTINED'"))
                .containsOnly("BARCODE_REFUSED");
        assertThat(rows.one("select scan_barcode from scan_event order by scan_id limit 1"))
                .isEqualTo("045123450011");
    }

    @Test
    @Tag("F07")
    void whatScannersAddIsStrippedForTheComparisonAndKeptInTheRow() {
        node.reading(NESTED);

        assertThat(verdict("{\"idempotencyKey\":\"k-9\\r\\n\",\"code\":\"09501234500171\\t\",\"what\":\"pick\"}"))
                .isEqualTo(Verdict.CANONICAL);
        assertThat(verdict("{\"idempotencyKey\":\"k-9\",\"code\":\"09501234500171\",\"what\":\"pick\"}"))
                .isEqualTo(Verdict.DUPLICATE);
        assertThat(verdict("{\"idempotencyKey\":\"k-9\\u0007\",\"code\":\"09501234500171\",\"what\":\"pick\"}"))
                .isEqualTo(Verdict.QUARANTINED);
        assertThat(verdict("{\"idempotencyKey\":\"k-8\",\"code\":\"0950\\u00001234500171\",\"what\":\"pick\"}"))
                .isEqualTo(Verdict.QUARANTINED);
        assertThat(rows.one("select scan_barcode = E'09501234500171\\t', idempotency_key from scan_event"))
                .isEqualTo("t k-9");
    }

    @Test
    void aDoubleTriggerWithinTheDevicesResolutionIsOneScanAndAcrossItTwo() {
        assertThat(verdict(keyless("SN-1"))).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(keyless("SN-1").replace(".180Z", ".930Z"))).isEqualTo(Verdict.DUPLICATE);
        assertThat(verdict(keyless("SN-1").replace(":12.180Z", ":13.080Z"))).isEqualTo(Verdict.CANONICAL);
        assertThat(rows.list("select key_truncated, key_resolution_ms, key_recipe from scan_event"))
                .containsOnly("t 1000 v1");
    }

    @Test
    @Tag("S-27")
    void aKeyBelongsToItsChannelAndNotToWhoSendsIt() {
        String scan = keyless("SN-1").replace("{\"scan", "{\"idempotency_key\":\"k\",\"scan");
        assertThat(verdict(scan)).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(scan)).isEqualTo(Verdict.DUPLICATE);
        node.reading(GS1.replace("line-scans", "dock-scans"));
        assertThat(verdict(scan)).isEqualTo(Verdict.CANONICAL);
    }

    @Test
    void aFieldLeftOutNullAndBlankAreOneContentAndSoAreTwoNotationsOfOneMoment() {
        String scan = keyed("k-1", "SN-1");
        assertThat(verdict(scan)).isEqualTo(Verdict.CANONICAL);
        for (String more : List.of(
                ",\"bind_lot\":null",
                ",\"bind_lot\":\"\"",
                ",\"bind_lot\":\" \",\"operator_id\":null",
                ",\"own\":{\"a\":null,\"b\":{\"c\":\"\"}}")) {
            assertThat(verdict(scan.replace("}", more + "}"))).as(more).isEqualTo(Verdict.DUPLICATE);
        }
        assertThat(verdict(scan.replace("T08:00:12.180Z", "T10:00:12.18+02:00")))
                .isEqualTo(Verdict.DUPLICATE);

        assertThat(verdict(scan.replace("12.180Z", "12.181Z"))).isEqualTo(Verdict.CONFLICT);
        assertThat(verdict(scan.replace("}", ",\"bind_lot\":\"L-1\"}"))).isEqualTo(Verdict.CONFLICT);
        assertThat(verdict(scan.replace("}", ",\"own\":[null]}"))).isEqualTo(Verdict.CONFLICT);
        assertThat(verdict(scan.replace("}", ",\"own\":0}"))).isEqualTo(Verdict.CONFLICT);
    }

    @Test
    void whatIsReadAsTextIsTextInQuotesOrNotAsTheRowSays() {
        node.reading(NESTED.replace("scan_barcode: /code,", "scan_barcode: /code, bind_lot: /unit/lot,"));
        String scan =
                "{\"idempotencyKey\":\"k-1\",\"code\":\"SN-1\",\"what\":\"pick\",\"operator_id\":17,\"unit\":{\"lot\":7,\"own\":7}}";

        assertThat(verdict(scan)).isEqualTo(Verdict.CANONICAL);
        assertThat(verdict(scan.replace(":17", ":\"17 \"").replace("\"lot\":7", "\"lot\":\"7\"")))
                .isEqualTo(Verdict.DUPLICATE);
        assertThat(verdict(scan.replace("\"lot\":7", "\"lot\":7.0"))).isEqualTo(Verdict.CONFLICT);
        assertThat(verdict(scan.replace("\"own\":7", "\"own\":\"7\""))).isEqualTo(Verdict.CONFLICT);
        assertThat(rows.one("select operator_id, bind_lot from scan_event")).isEqualTo("17 7");
    }

    @Test
    void whatWasHashedByTheFormBeforeIsReadAgainWhenItsKeyComesAgain() {
        String first = keyed("k-1", "SN-1").replace("}", ",\"bind_lot\":\"\"}");
        assertThat(verdict(first)).isEqualTo(Verdict.CANONICAL);
        assertThat(rows.one("select canon_version from identity")).isEqualTo("2");
        rows.execute("update identity set canon_version = 1, payload_hash = sha256('the form before')");

        assertThat(verdict(first)).isEqualTo(Verdict.DUPLICATE);
        assertThat(verdict(keyed("k-1", "SN-1"))).isEqualTo(Verdict.DUPLICATE);
        assertThat(verdict(keyed("k-1", "SN-2"))).isEqualTo(Verdict.CONFLICT);
    }

    @Test
    void aNameThatIsKeptForTheProfileIsRefusedAndStopsNobody() {
        assertThat(verdict(keyed("k-1", "SN-1").replace("}", ",\"barcode, normalised\":1}")))
                .isEqualTo(Verdict.QUARANTINED);
        assertThat(rows.one("select reason from arrival")).isEqualTo("DUPLICATE_KEY");
    }

    @Test
    @Tag("F01")
    void aDoubtAboutTheCodeIsInTheAnswerWhoeverNamedTheScan() {
        String likely = keyless("010950123450017110AB1221S77").replace("}", ",\"barcode_type\":\"GS1-128\"}");
        String evident = likely.replace("21S77", "17261231");
        assertThat(verdict(evident)).isEqualTo(Verdict.INCOMPLETE);

        String doubted = node.post(likely);
        assertThat(doubted)
                .contains("\"barcode_doubt\":\"no FNC1 came, and (10)AB1221S77 may be (10)AB12 and (21)S77\"");
        String named = evident.replace("{\"scan", "{\"idempotency_key\":\"k\",\"scan");
        assertThat(node.post(named)).contains("may be (10)AB12 and (17)261231");
        rows.execute("delete from scan_answer");
        assertThat(node.post(likely)).isEqualTo(doubted);
        assertThat(node.post(keyed("k-2", "SN-1"))).doesNotContain("barcode_doubt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-18:00"})
    void aClockOutsideOfTheCalendarIsRefusedAndNotForgotten(String captured) {
        assertThat(verdict(keyed("k-1", "SN-1").replace("2026-03-02T08:00:12.180Z", captured)))
                .isEqualTo(Verdict.QUARANTINED);
        assertThat(rows.one("select reason from arrival")).isEqualTo("FIELD_TYPE");
    }

    @Test
    void aMonthThatThereIsNotIsRefusedWithItsElement() {
        assertThat(verdict(keyed("k-1", "010950123450017117261399").replace("}", ",\"barcode_type\":\"GS1-128\"}")))
                .isEqualTo(Verdict.QUARANTINED);
        assertThat(rows.one("select reason from arrival")).isEqualTo("BARCODE_REFUSED");
    }

    @Test
    @Tag("S-15")
    void aReaderThatKnowsNoNameHasTheAddressThatItsProfileSays() {
        String scan = keyless("SN-1").replace("\"PDA-1\"", "\"192.0.2.17:2112\"");
        assertThat(verdict(scan)).isEqualTo(Verdict.CANONICAL);
        node.reading(GS1 + "scan: {device: '192.0.2.17:2112'}\n");

        for (String nameless : List.of("", "\"device_id\":null,", "\"device_id\":\"\",")) {
            assertThat(verdict(scan.replace("\"device_id\":\"192.0.2.17:2112\",", nameless)))
                    .as(nameless)
                    .isEqualTo(Verdict.DUPLICATE);
        }
        assertThat(verdict(scan.replace("192.0.2.17:2112", "PDA-9"))).isEqualTo(Verdict.CANONICAL);
        assertThat(rows.list("select device_id from scan_event order by scan_id"))
                .containsExactly("192.0.2.17:2112", "PDA-9");
    }

    private static String keyed(String key, String barcode) {
        return keyless(barcode).replace("{\"scan", "{\"idempotency_key\":\"" + key + "\",\"scan");
    }

    private Verdict verdict(String json) {
        Decision decision = node.decide(json);
        return decision.verdict();
    }

    private static String keyless(String barcode) {
        return "{\"scan_barcode\":\"%s\",\"scan_action\":\"pick\",\"device_id\":\"PDA-1\",\"capture_time\":\"2026-03-02T08:00:12.180Z\"}"
                .formatted(barcode);
    }
}
