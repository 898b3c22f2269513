package io.plantgate.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.scan.ScanTraces.Query;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Every trace goes by an index; the plan is shown. With {@code -Dplantgate.test.scan.rows=20000000} each must answer in 10 ms
 * (median of 50 different questions), and the line says how long it took.
 */
class ScanPlansTest {

    private static final int ROWS = Integer.getInteger("plantgate.test.scan.rows", 60_000);
    private static final int FULL_SIZE = 1_000_000;
    private static final int MILLIS_MAX = 10;

    private static final TestDatabase DATABASE = TestDatabase.fresh();

    @BeforeAll
    static void fill() {
        // Opens the ledger, which makes the partitions.
        new ScanNode(DATABASE.dataSource(), "node-1", ScanSettings.defaults(), LookUp.NONE).close();
        Rows rows = new Rows(DATABASE.dataSource());
        // A serial has ten scans, a lot a hundred at four stations, a device a scan every two minutes.
        for (int from = 0; from < ROWS; from += 1_000_000) {
            rows.execute("""
                    insert into scan_event (scan_id, scan_barcode, barcode_normal, bind_sn, bind_lot, station_id, scan_action,
                                            scan_result, result_code, device_id, capture_time, arrival_at, channel,
                                            idempotency_key, processing_status, created_by, updated_by)
                    select 1000000000 + i, 'B' || i, 'code:B' || i, 'SN-' || i / 10, 'LOT-' || i / 100, 'ST-' || i %% 4, 'pass',
                           case when i %% 500 = 0 then 'bound elsewhere' else 'ok' end, 'OK', 'PDA-' || i %% 100,
                           timestamptz '2026-03-01 00:00+00' + i * interval '1 second',
                           timestamptz '2026-03-01 00:00+00' + i * interval '1 second', 'scan:c', 'k' || i, 'completed', 't', 't'
                      from generate_series(%d, %d) i
                    """.formatted(from, Math.min(ROWS, from + 1_000_000) - 1));
        }
        rows.execute("vacuum analyze scan_event");
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    static List<Arguments> questions() {
        return List.of(
                Arguments.of("a serial's history", "bind_sn", false),
                Arguments.of("a lot at a station", "bind_lot", false),
                Arguments.of("a device's hour", "device_id", true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    @Tag("S-33")
    @Tag("S-34")
    @Tag("S-35")
    void everyTraceGoesByItsIndex(String question, String column, boolean ofDevice) {
        String plan = plan(query(column, 1234));

        System.out.println(question + ":\n" + plan);
        assertThat(plan)
                .contains("Index")
                .contains(column)
                // Of partitions that are still empty it is right.
                .doesNotContainPattern("Seq Scan on scan_event_\\d+ scan_event_1\\b");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void everyTraceIsAnsweredInTime(String question, String column, boolean ofDevice) {
        ScanTraces traces = new ScanTraces(DATABASE.dataSource(), 10_000, 300);
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Query query = query(column, (i * 7919) % (ROWS / 10));
            long start = System.nanoTime();
            assertThat(traces.find(query)).as(question).isNotEmpty();
            micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
        }
        Collections.sort(micros);
        double median = micros.get(25) / 1000.0;
        System.out.printf(
                Locale.ROOT,
                "MEASURED %s among %,d scans: median %.2f ms, 49 of 50 within %.2f ms%n",
                question,
                ROWS,
                median,
                micros.get(48) / 1000.0);
        if (ROWS >= FULL_SIZE) {
            assertThat(median).isLessThan(MILLIS_MAX);
        }
    }

    @Test
    @Tag("S-38")
    void nothingOfTheCodeItselfIsIndexed() {
        assertThat(new Rows(DATABASE.dataSource())
                        .list("select indexdef from pg_indexes where tablename = 'scan_event'"))
                .noneMatch(index -> index.contains("barcode"));
    }

    @Test
    void aDevicesQualityGoesByItsCapturesAndItsDoubtfulClock() {
        String plan = String.join(
                "\n",
                JdbcClient.create(DATABASE.dataSource())
                        .sql("explain " + ScanTraces.QUALITY)
                        .param("deviceId", "PDA-7")
                        .param("from", Instant.parse("2026-03-01T00:20:00Z").atOffset(java.time.ZoneOffset.UTC))
                        .param("to", Instant.parse("2026-03-01T00:30:00Z").atOffset(java.time.ZoneOffset.UTC))
                        .param("boundMillis", 300_000L)
                        .query(String.class)
                        .list());

        assertThat(plan).contains("BitmapOr").doesNotContainPattern("Seq Scan on scan_event_\\d+ e_1\\b");
    }

    private static Query query(String column, int no) {
        Instant at = Instant.parse("2026-03-01T00:00:00Z").plusSeconds(no);
        return switch (column) {
            case "bind_sn" -> new Query("SN-" + no, null, null, null, null, null, null, null, null, Long.MAX_VALUE, 51);
            case "bind_lot" ->
                new Query(null, "LOT-" + no / 10, "ST-1", null, null, null, null, null, null, Long.MAX_VALUE, 51);
            default ->
                new Query(null, null, null, "PDA-7", null, null, null, at, at.plusSeconds(3600), Long.MAX_VALUE, 51);
        };
    }

    private static String plan(Query query) {
        return String.join(
                "\n",
                JdbcClient.create(DATABASE.dataSource())
                        .sql("explain " + ScanTraces.statement(query))
                        .param("bindSn", query.bindSn())
                        .param("bindLot", query.bindLot())
                        .param("stationId", query.stationId())
                        .param("deviceId", query.deviceId())
                        .param(
                                "from",
                                query.from() == null ? null : query.from().atOffset(java.time.ZoneOffset.UTC))
                        .param("to", query.to() == null ? null : query.to().atOffset(java.time.ZoneOffset.UTC))
                        .param("before", query.before())
                        .param("limit", query.limit())
                        .query(String.class)
                        .list());
    }
}
