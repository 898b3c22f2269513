package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.CODE;
import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.event.Event;
import io.plantgate.event.Scan;
import io.plantgate.ledger.Decision;
import io.plantgate.scan.WorkedScan.Found;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a scan between its placeholder and its answer, and of its answer afterwards. */
class ScanLifeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Finding FOUND = new Finding(Finding.Kind.KNOWN, null, null, null, null, null, null);

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private ScanNode node;

    @AfterEach
    void close() {
        if (node != null) {
            node.close();
        }
        database.close();
    }

    private ScanNode start(ScanSettings settings, LookUp lookUp) {
        node = new ScanNode(database.dataSource(), "node-1", settings, lookUp);
        return node;
    }

    private static ScanSettings once(int withinSeconds) {
        return settings(2000, 30_000, withinSeconds);
    }

    private static ScanSettings settings(int waitMillis, int leaseMillis, int onceWithinSeconds) {
        ScanSettings d = ScanSettings.defaults();
        return new ScanSettings(
                d.profile(),
                d.lookupRoute(),
                2,
                2,
                1,
                100,
                leaseMillis,
                3,
                20,
                100,
                100,
                waitMillis,
                5,
                100,
                24,
                d.partitions(),
                1,
                5,
                300,
                List.of("load"),
                List.of("unpack"),
                onceWithinSeconds,
                1,
                10_000,
                List.of());
    }

    @Test
    @Tag("S-46")
    void whileTheFirstIsInWorkNobodyIsAnsweredAndThenEverybodyAlike() throws Exception {
        CountDownLatch mes = new CountDownLatch(1);
        start(settings(0, 30_000, 0), new TestLookUp(scan -> {
            mes.await();
            return FOUND;
        }));
        long first = node.decide(scan("k-1", CODE, "pick")).arrivalId();
        Decision repeat = node.decide(scan("k-1", CODE, "pick"));

        assertThat(repeat.event()).hasValue(first);
        assertThat(node.answer(first)).isEmpty();
        assertThat(rows.one("select processing_status from scan_event")).isEqualTo("received");
        mes.countDown();
        await().atMost(PATIENCE).until(() -> node.answer(first).isPresent());
        assertThat(node.post(scan("k-1", CODE, "pick")))
                .isEqualTo(node.answer(first).orElseThrow());
    }

    @Test
    void aResultThatComesAfterItsLeaseHasPassedIsNotRecorded() throws Exception {
        start(settings(2000, 30_000, 0), new TestLookUp(scan -> {
            throw new IOException("away");
        }));
        long id = node.decide(scan("k-1", CODE, "pick")).arrivalId();
        await().atMost(PATIENCE).until(() -> node.answer(id).isPresent());
        rows.execute("update scan_event set processing_status = 'validating', attempt = 7, scan_result = null");
        Scan scan = ((Scan) ((Event) node.read(scan("k-1", CODE, "pick")).reading()).attachment());
        ScanStore store = new ScanStore(database.dataSource(), "late", ScanSettings.defaults());

        assertThat(store.record(List.of(new WorkedScan(id, 6, scan).found(FOUND))))
                .isEmpty();
        assertThat(rows.one("select scan_result, updated_by from scan_event")).isEqualTo("null node-1");
        assertThat(store.record(List.of(new WorkedScan(id, 7, scan).found(FOUND))))
                .hasSize(1);
    }

    @Test
    @Tag("S-29")
    void aMesThatCannotBeAskedIsTriedAgainAndThenTheScanIsAnsweredAsFailed() {
        TestLookUp away = new TestLookUp(scan -> {
            throw new IOException("away");
        });
        start(settings(2000, 30_000, 0), away);

        assertThat(node.post(scan("k-1", CODE, "pick"))).contains("\"result_code\":\"LOOKUP_FAILED\"");
        assertThat(away.asked).hasSize(2);
        assertThat(rows.one("select processing_status, scan_result, dedup_status from scan_event"))
                .isEqualTo("failed not ok accepted");
    }

    @Test
    @Tag("S-29")
    void whileItsLookUpIsRepeatedAScanIsValidating() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        AtomicInteger tries = new AtomicInteger();
        start(settings(0, 60_000, 0), new TestLookUp(scan -> {
            if (tries.incrementAndGet() == 1) {
                throw new IOException("away");
            }
            back.await();
            return FOUND;
        }));
        long id = node.decide(scan("k-1", CODE, "pick")).arrivalId();

        await().atMost(PATIENCE).until(() -> rows.one("select processing_status from scan_event")
                .equals("validating"));
        assertThat(rows.one("select attempt, scan_result from scan_event")).isEqualTo("1 null");
        back.countDown();
        await().atMost(PATIENCE).until(() -> node.answer(id).isPresent());
        assertThat(rows.one("select processing_status from scan_event")).isEqualTo("completed");
    }

    @Test
    void aScanWhoseWorkersDieAgainAndAgainIsGivenUp() {
        start(settings(2000, 200, 0), new TestLookUp(scan -> {
            new CountDownLatch(1).await();
            return FOUND;
        }));

        assertThat(node.post(scan("k-1", CODE, "pick"))).contains("Given up after 3 leases");
        assertThat(rows.one("select attempt, processing_status from scan_event"))
                .isEqualTo("4 failed");
    }

    @Test
    void aResultThatPostgresqlRefusesHoldsUpNoneOfThoseRecordedWithIt() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        start(settings(0, 30_000, 0), new TestLookUp(scan -> {
            never.await();
            return FOUND;
        }));
        // Noise, because PostgreSQL packs before it finds an index entry too large.
        String tooLong = new SplittableRandom(1)
                .ints(6000, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        Found first = found("k-1", FOUND);
        Found refused = found("k-2", new Finding(Finding.Kind.KNOWN, tooLong, null, null, null, null, null));
        Found neighbour = found("k-3", FOUND);
        List<Long> recorded = new CopyOnWriteArrayList<>();
        List<Long> notRecorded = new CopyOnWriteArrayList<>();
        ScanStore store = new ScanStore(database.dataSource(), "node-1", ScanSettings.defaults());
        try (ScanRecorder recorder = new ScanRecorder(store, 100, listener(recorded, notRecorded));
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("select from scan_event for update");
            recorder.add(first);
            await().atMost(PATIENCE).until(() -> rows.count("pg_locks where not granted") > 0);
            recorder.add(refused);
            recorder.add(neighbour);
            connection.rollback();

            await().atMost(PATIENCE).until(() -> recorded.size() + notRecorded.size() == 3);
        }
        assertThat(recorded).containsExactly(first.scanId(), neighbour.scanId());
        assertThat(notRecorded).containsExactly(refused.scanId());
    }

    private Found found(String key, Finding finding) {
        Scan scan = (Scan) ((Event) node.read(scan(key, CODE, "pick")).reading()).attachment();
        return new WorkedScan(node.decide(scan(key, CODE, "pick")).arrivalId(), 1, scan).found(finding);
    }

    private static ScanRecorder.Listener listener(List<Long> recorded, List<Long> notRecorded) {
        return new ScanRecorder.Listener() {
            @Override
            public void recorded(Found found, StoredAnswer answer) {
                recorded.add(found.scanId());
            }

            @Override
            public void notRecorded(Found found) {
                notRecorded.add(found.scanId());
            }
        };
    }

    @Test
    @Tag("S-12")
    void aMesThatConfirmsLaterLeavesAPendingScanThatIsBound() {
        start(
                settings(2000, 30_000, 0),
                new TestLookUp(scan -> new Finding(Finding.Kind.PENDING, "SN-9", null, "WO-9", null, null, null)));

        assertThat(node.post(scan("k-1", CODE, "load"))).contains("\"scan_result\":\"pending\"");
        assertThat(rows.one("select processing_status, bind_sn from scan_event"))
                .isEqualTo("bound SN-9");
        assertThat(rows.one("select bind_sn, work_order from scan_binding")).isEqualTo("SN-9 WO-9");
    }

    @Test
    @Tag("S-14")
    void theDeviceHasNoSayInWhatIsLookedUp() {
        assertThat(LookUp.question(((Scan) attachment(scan("k", CODE, "pick")))).keySet())
                .containsExactlyInAnyOrder(
                        "barcode",
                        "barcode_type",
                        "bind_lot",
                        "bind_sn",
                        "bind_station",
                        "scan_action",
                        "scan_barcode",
                        "work_order");
    }

    @Test
    @Tag("S-60")
    @Tag("S-61")
    void moreRepeatsThanTheSiteAllowsAreAConflictForAPersonAndTheSenderStillHearsTheAnswer() {
        start(ScanSettings.defaults(), LookUp.NONE);
        String first = node.post(scan("k-1", CODE, "pick"));
        for (int repeat = 1; repeat <= 5; repeat++) {
            node.post(scan("k-1", CODE, "pick"));
        }
        assertThat(rows.one("select dedup_status from scan_event")).isEqualTo("accepted");

        for (int repeat = 6; repeat <= 9; repeat++) {
            assertThat(node.post(scan("k-1", CODE, "pick"))).isEqualTo(first);
        }
        assertThat(rows.one("select dedup_status from scan_event")).isEqualTo("conflict");
        assertThat(rows.one("select kind, canonical_id = (select scan_id from scan_event) from work_item"))
                .isEqualTo("REPEATS t");
        assertThat(node.count("plantgate.scan.repeated.too.often")).isEqualTo(1);
    }

    @Test
    @Tag("S-45")
    @Tag("S-50")
    void anExpiredAnswerIsMadeAgainFromTheScanItself() throws Exception {
        start(ScanSettings.defaults(), LookUp.NONE);
        String first = node.post(scan("k-1", CODE, "pick"));
        node.close();
        rows.execute("update scan_answer set expires_at = now() - interval '1 second'");
        start(ScanSettings.defaults(), LookUp.NONE);

        assertThat(node.post(scan("k-1", CODE, "pick"))).isEqualTo(first);
        rows.execute("create table scan_answer_old partition of scan_answer"
                + " for values from ('2020-01-01 00:00+00') to ('2020-01-02 00:00+00')");
        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(ScanRetention.dropAnswers(connection, Duration.ofHours(169)))
                    .isEqualTo(1);
        }
    }

    @Test
    @Tag("S-45")
    void aScanWhosePartitionIsNoLongerKeptIsStillKnownAndItsRepeatIsToldSo() throws Exception {
        start(ScanSettings.defaults(), LookUp.NONE);
        node.post(scan("k-1", CODE, "pick"));
        long id = node.decide(scan("k-1", CODE, "pick")).event().orElseThrow();
        node.close();
        rows.execute("delete from scan_answer");
        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(ScanRetention.endScans(connection, Duration.ofDays(8), ScanRetention.End.DETACH))
                    .isZero();
            rows.execute("create table scan_event_old (like scan_event including defaults including constraints)");
            rows.execute("insert into scan_event_old select * from scan_event");
            rows.execute("update scan_event_old set event_time = '2020-01-15 00:00+00'");
            rows.execute("delete from scan_event");
            rows.execute("alter table scan_event attach partition scan_event_old"
                    + " for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')");
            rows.execute("update scan_event set processing_status = 'received'");
            assertThat(ScanRetention.endScans(connection, Duration.ofDays(8), ScanRetention.End.DETACH))
                    .as("with a scan in work")
                    .isZero();
            rows.execute("update scan_event set processing_status = 'completed'");
            assertThat(ScanRetention.endScans(connection, Duration.ofDays(8), ScanRetention.End.DETACH))
                    .isEqualTo(1);
        }
        start(ScanSettings.defaults(), LookUp.NONE);

        Decision repeat = node.decide(scan("k-1", CODE, "pick"));
        var answer = new ScanAnswers(node.desk(), 1).single(repeat).get();
        assertThat(repeat.event()).hasValue(id);
        assertThat(answer.getStatusCode().value()).isEqualTo(410);
        assertThat(answer.getBody().toString()).contains("eventId=" + id, "scan-removed", "dedup_status=duplicate");
        assertThat(rows.count("scan_event_old")).isEqualTo(1);
        assertThat(rows.count("scan_event")).isZero();
    }

    @Test
    @Tag("S-45")
    void aPartitionThatIsToBeDroppedIsGoneAndItsNeighboursAreNot() throws Exception {
        start(ScanSettings.defaults(), LookUp.NONE);
        String kept = node.post(scan("k-1", CODE, "pick"));
        rows.execute("create table scan_event_old partition of scan_event"
                + " for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')");
        rows.execute(
                "insert into scan_event (scan_id, event_time, scan_barcode, barcode_normal, scan_action, arrival_at,"
                        + " channel, idempotency_key, processing_status, created_by, updated_by)"
                        + " values (1, '2020-01-15 00:00+00', 'B', 'code:B', 'pick', '2020-01-15 00:00+00', 'scan:c', 'k',"
                        + " 'completed', 't', 't')");
        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(ScanRetention.endScans(connection, Duration.ofDays(8), ScanRetention.End.DROP))
                    .isEqualTo(1);
            assertThat(ScanRetention.endScans(connection, Duration.ofDays(8), ScanRetention.End.DROP))
                    .as("once more")
                    .isZero();
        }

        assertThat(rows.one("select to_regclass('scan_event_old')")).isEqualTo("null");
        assertThat(rows.count("scan_event")).isEqualTo(1);
        assertThat(node.post(scan("k-1", CODE, "pick"))).isEqualTo(kept);
    }

    @Test
    @Tag("S-58")
    void severalReadersOfOneCartonAreSeveralScansUnlessTheSiteSaysOtherwise() {
        start(once(0), LookUp.NONE);

        assertThat(node.post(scan("gun-1", CODE, "pick"))).contains("\"scan_result\":\"ok\"");
        assertThat(node.post(scan("gun-2", CODE, "pick"))).contains("\"scan_result\":\"ok\"");
    }

    @Test
    @Tag("S-59")
    void withinTheSitesWindowALaterReadOfOneCartonIsCalledRepeated() {
        start(once(2), LookUp.NONE);
        String opening = scan("gun-1", CODE, "pick");

        assertThat(node.post(opening)).contains("\"scan_result\":\"ok\"");
        assertThat(node.post(scan("gun-2", CODE, "pick").replace(":12.180Z", ":13.900Z")))
                .contains(
                        "\"scan_result\":\"repeated\"",
                        "\"result_code\":\"REPEATED\"",
                        "\"dedup_status\":\"accepted\"");
        assertThat(node.post(scan("gun-3", CODE, "pick").replace(":12.180Z", ":14.900Z")))
                .contains("\"scan_result\":\"ok\"");
        assertThat(node.post(scan("gun-4", CODE, "pass"))).contains("\"scan_result\":\"ok\"");
    }

    @Test
    @Tag("S-20")
    @Tag("S-21")
    void bothTimesAreKeptAndAClockThatIsFarOffIsFlagged() {
        start(ScanSettings.defaults(), LookUp.NONE);
        node.post(scan("k-1", CODE, "pick"));
        node.post(scan("k-2", CODE, "pick").replace("T08:00:12", "T09:00:12"));

        assertThat(rows.list("select clock_suspect, capture_time < event_time from scan_event order by scan_id"))
                .containsExactly("f t", "t t");
        ScanTraces traces = new ScanTraces(database.dataSource(), 10_000, 300);
        DeviceQuality quality = traces.quality(
                        "PDA-1", Instant.parse("2026-03-02T00:00:00Z"), Instant.parse("2026-03-03T00:00:00Z"))
                .orElseThrow();
        assertThat(quality.clockSuspects()).isEqualTo(1);
        assertThat(quality.leastLagMillis()).isEqualTo(-3_599_180L).isLessThanOrEqualTo(quality.medianLagMillis());
        assertThat(quality.clockSkewMillis()).isEqualTo(3_599_180L);
        assertThat(quality.clockSkewBoundMillis()).isEqualTo(300_000L);
        assertThat(quality.clockSkewed()).isTrue();
    }

    @Test
    @Tag("S-21")
    void aClockThatStandsInAnotherCenturyIsFoundByWhenItsScansCame() {
        start(ScanSettings.defaults(), LookUp.NONE);
        node.post(scan("k-1", CODE, "pick").replace("2026-03-02", "1970-01-01").replace("PDA-1", "PDA-70"));
        node.post(scan("k-2", CODE, "pick").replace("2026-03-02", "2106-02-07").replace("PDA-1", "PDA-06"));
        node.post(scan("k-3", CODE, "pick").replace("PDA-1", "PDA-OK"));
        ScanTraces traces = new ScanTraces(database.dataSource(), 10_000, 300);
        Instant now = Instant.now();
        Instant before = now.minus(Duration.ofHours(1));
        Instant after = now.plus(Duration.ofHours(1));

        assertThat(traces.quality("PDA-70", before, after).orElseThrow().clockSkewMillis())
                .isLessThan(-1_700_000_000_000L);
        assertThat(traces.quality("PDA-06", before, after).orElseThrow().clockSkewed())
                .isTrue();
        Instant captured = Instant.parse("2026-03-02T00:00:00Z");
        assertThat(traces.quality("PDA-OK", captured, captured.plus(Duration.ofDays(1)))
                        .orElseThrow()
                        .clockSkewed())
                .isFalse();
        assertThat(traces.quality("PDA-OK", before, after)).isEmpty();
    }

    @Test
    void theViewOfADevicesQualityCountsRepeatsAndWhatWasNotRead() {
        start(ScanSettings.defaults(), LookUp.NONE);
        node.post(scan("k-1", CODE, "pick"));
        node.post(scan("k-1", CODE, "pick"));
        node.post(scan("k-1", CODE, "pick"));
        node.post(scan("k-2", "NOREAD", "pick"));
        node.post(scan("k-3", "NOREAD", "pick"));

        assertThat(rows.one(
                        "select scans, no_reads, no_read_rate, repeats, repeated, conflicts from scan_device_quality"
                                + " where device_id = 'PDA-1'"))
                .isEqualTo("3 2 0.6667 2 0 0");
    }

    @Test
    void aReaderThatReadNothingIsKeptAndNothingIsLookedUp() {
        TestLookUp lookUp = new TestLookUp(scan -> FOUND);
        start(ScanSettings.defaults(), lookUp);

        assertThat(node.post(scan("k-1", "NOREAD", "pass"))).contains("\"result_code\":\"NO_READ\"");
        assertThat(lookUp.asked).isEmpty();
    }

    @Test
    void whatIsBoundAndReleasedInOneGroupKeepsItsOrder() throws Exception {
        ScanStore store = new ScanStore(database.dataSource(), "node", settings(0, 1000, 0));
        Found load = found(1, "load");
        Found unpack = found(2, "unpack");

        assertThat(store.runs(List.of(load, found(3, "pick"), unpack, found(4, "load"))))
                .extracting(List::size)
                .containsExactly(2, 1, 1);
    }

    @Test
    void aLongCodeIsBoundUnderItsDigest() {
        start(
                ScanSettings.defaults(),
                new TestLookUp(scan -> new Finding(Finding.Kind.KNOWN, "SN-1", null, "WO-1", null, null, null)));
        String code = "X".repeat(7000);

        assertThat(node.post(scan("k-1", code, "load"))).contains("\"result_code\":\"OK\"", code);
        assertThat(rows.one("select code like 'sha256:%' from scan_binding")).isEqualTo("t");
    }

    @Test
    @Tag("S-37")
    void weeksFollowMonthsWhereASiteChangesItsMind() throws Exception {
        start(ScanSettings.defaults(), LookUp.NONE);
        long months = rows.count("pg_inherits where inhparent = 'scan_event'::regclass");
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            new ScanPartitions(ScanSettings.Period.WEEK, 30).makeAhead(connection);
            connection.commit();
            new ScanPartitions(ScanSettings.Period.WEEK, 30).makeAhead(connection);
            connection.commit();
        }

        assertThat(rows.count("pg_inherits where inhparent = 'scan_event'::regclass"))
                .isGreaterThan(months + 10);
        node.post(scan("k-1", CODE, "pick"));
    }

    private static Found found(long id, String action) {
        Finding finding = new Finding(Finding.Kind.KNOWN, "SN", null, "WO", null, null, null);
        Scan scan = new Scan(
                new Scan.Key("scan:c", "k" + id, null, 0, false),
                new Scan.Code(CODE, null, "gtin:" + CODE, false, null),
                action,
                null,
                new Scan.Binding(null, null, null, null),
                new Scan.Device(null, null, null, null),
                new Scan.Place(null, null, null, null),
                new Scan.Operator(null, null),
                null);
        return new WorkedScan(id, 1, scan).found(finding);
    }

    private Object attachment(String json) {
        start(ScanSettings.defaults(), LookUp.NONE);
        return ((Event) node.read(json).reading()).attachment();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-02T08:00:12.180Z",
                "1970-01-01T00:00:00Z",
                "2106-02-07T06:28:15.999999999+14:00",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z"
            })
    void theAnswerIsMadeOfNothingButTheScansRow(String captured) throws Exception {
        start(ScanSettings.defaults(), LookUp.NONE);
        String scan = scan("k-1", CODE, "pick").replace("2026-03-02T08:00:12.180Z", captured);
        long id = node.decide(scan).arrivalId();
        String first = node.post(scan);
        rows.execute("delete from scan_answer");

        Map<Long, StoredAnswer> again = new ScanTable(database.dataSource()).answers(List.of(id));
        assertThat(new String(again.get(id).body(), StandardCharsets.UTF_8)).isEqualTo(first);
    }
}
