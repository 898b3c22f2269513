package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.ledger.Verdict;
import io.plantgate.testing.PumpStation;
import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.ItemQuery;
import io.plantgate.worklist.KeptArrivals;
import io.plantgate.worklist.WorkList;
import io.plantgate.worklist.WorkListProperties;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Every question that the REST interface asks goes by an index, on a table that is worth one. */
class ReadingPlansTest {

    private static final int ARRIVALS = 150_000;
    private static final long FIRST_ID = 1_000_000_000L;

    // Device D<i> has 100 devices with 3 channels; every tenth arrival repeats, a few are undecided.
    private static final String SOURCES = """
            insert into source (source, device)
            select 'D' || d || '/C' || c, 'D' || d from generate_series(1, 100) d, generate_series(1, 3) c
            """;
    private static final String INLET = "insert into inlet (inlet, node) values ('http:many', 'node-1')";
    private static final String ARRIVALS_OF_ALL_KINDS = """
            insert into arrival (arrival_id, arrival_at, source_id, canonical_id, inlet_id, decision, transition_id, boot_id,
                                 reason, work_item_id, raw_bytes, raw_hash, payload_hash, canon_version, raw)
            select 1000000000 + i, timestamptz '2026-03-01' + i * interval '1 second',
                   case when i % 1000 = 7 then null else (select min(source_id) from source where device is not null) + i % 300 end,
                   case when i % 10 = 1 and i % 1000 <> 7 then 1000000000 + (i / 1000) * 1000 end,
                   (select inlet_id from inlet where inlet = 'http:many'),
                   case when i % 1000 = 7 then 'INCOMPLETE' when i % 1000 = 17 then 'QUARANTINED'
                        when i % 10 = 1 then 'DUPLICATE' else 'CANONICAL' end::decision,
                   'T' || i, 'B1', case when i % 1000 = 7 then 'MISSING_BOOT_ID' when i % 1000 = 17 then 'MALFORMED' end,
                   case when i % 1000 = 7 then 1 end, 2, '\\x00', '\\x00', 1, '\\x7b7d'
              from generate_series(0, ?) i
            """;
    private static final String IDENTITIES = """
            insert into identity (source_id, transition_id, boot_id, canonical_id, arrival_at, payload_hash, canon_version,
                                  profile_version)
            select source_id, transition_id, boot_id, arrival_id, arrival_at, payload_hash, 1, 1
              from arrival where decision = 'CANONICAL' and arrival_id >= 1000000000
            """;
    private static final String ITEM = """
            insert into work_item (kind, profile, reason, arrival_id) values ('INCOMPLETE', 'pumps', 'MISSING_BOOT_ID', 1000000007)
            """;
    // Rows, not scans: the planner rightly scans partitions that are still empty.
    private static final String SCANS = """
            select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables where relname ~ '^arrival'
            """;

    private static PumpStation station;
    private static SingleConnectionDataSource connection;
    private static JdbcClient sql;

    @BeforeAll
    static void fill() throws Exception {
        station = new PumpStation();
        connection = new SingleConnectionDataSource(station.dataSource().getConnection(), true);
        sql = JdbcClient.create(connection);
        sql.sql(SOURCES).update();
        sql.sql(INLET).update();
        sql.sql(ARRIVALS_OF_ALL_KINDS).param(ARRIVALS).update();
        sql.sql(IDENTITIES).update();
        sql.sql(ITEM).update();
        sql.sql("vacuum analyze").update();
    }

    @AfterAll
    static void close() {
        connection.destroy();
        station.close();
    }

    static Stream<Named<Runnable>> questions() {
        EventSearch search = new EventSearch(connection, 10_000);
        KeptArrivals kept = new KeptArrivals(connection);
        Stories stories = new Stories(
                connection, new EffectRows(connection, 10_000), kept, new FieldDifferences(station.profiles()));
        Summaries summaries = new Summaries(connection);
        WorkList workList =
                new WorkList(connection, station.profiles(), station.ledger(), WorkListProperties.defaults());
        Instant noon = Instant.parse("2026-03-01T12:00:00Z");
        long after = FIRST_ID + 90_000;
        return Stream.of(
                question("the newest", () -> search.find(query(null, null, null, null, null, null, Long.MAX_VALUE))),
                question("a page behind", () -> search.find(query(null, null, null, null, null, null, after))),
                question("of a source", () -> search.find(query("D7/C1", null, null, null, null, null, after))),
                question("of a device", () -> search.find(query(null, "D7", null, null, null, null, after))),
                question("a transition", () -> search.find(query("D7/C1", null, "T1234", null, null, null, after))),
                question(
                        "of an hour",
                        () -> search.find(query(null, null, null, noon, noon.plusSeconds(3600), null, Long.MAX_VALUE))),
                question(
                        "quarantined",
                        () -> search.find(query(null, null, null, null, null, Verdict.QUARANTINED, after))),
                question(
                        "conflicts, none",
                        () -> search.find(query(null, "D7", null, null, null, Verdict.CONFLICT, after))),
                question(
                        "of an inlet",
                        () -> search.find(
                                new EventQuery(null, null, null, null, null, null, null, "http:many", after, 50))),
                question("a story", () -> stories.find(FIRST_ID + 1000, Long.MAX_VALUE, 50)),
                question("what a repeat is about", () -> stories.about(FIRST_ID + 1001)),
                question("a summary", () -> summaries.byKey("D7/C1", "T18", "B1", null, 50)),
                question("summaries of a source", () -> summaries.byKey("D7/C1", null, null, null, 50)),
                question("an arrival", () -> new ArrivalRows(connection).find(FIRST_ID + 5)),
                question("its bytes", () -> kept.find(FIRST_ID + 5)),
                question("open items", () -> workList.items(new ItemQuery(null, true, null, null), Long.MAX_VALUE, 50)),
                question("behind an item", () -> workList.arrivals(1, Long.MAX_VALUE, 50)),
                question("history", () -> workList.completions(1, Long.MAX_VALUE, 50)));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void noQuestionReadsAllArrivals(Runnable question) {
        long before = rowsScanned();

        question.run();

        assertThat(rowsScanned() - before)
                .as("rows of arrival read by sequential scans")
                .isZero();
    }

    @Test
    void theCountSeesASequentialScan() {
        long before = rowsScanned();

        sql.sql("select count(*) from arrival where reason_detail = 'x'")
                .query(Long.class)
                .single();

        assertThat(rowsScanned() - before).isPositive();
    }

    @Test
    @Tag("E-31")
    void aSummaryCountsRepeatsWithoutReadingOthers() {
        Summary summary =
                new Summaries(connection).byKey("D1/C1", "T0", "B1", null, 50).get(0);

        assertThat(summary.canonicalId()).isEqualTo(FIRST_ID);
        assertThat(summary.duplicateCount()).isEqualTo(100);
    }

    private static Named<Runnable> question(String name, Runnable run) {
        return Named.of(name, run);
    }

    private static EventQuery query(
            String source, String device, String transitionId, Instant from, Instant to, Verdict decision, long after) {
        return new EventQuery(source, device, transitionId, null, from, to, decision, null, after, 50);
    }

    // The server reports a session's counts at most once a second unless it is told to.
    private static long rowsScanned() {
        sql.sql("select pg_stat_force_next_flush()").query().listOfRows();
        return sql.sql(SCANS).query(Long.class).single();
    }
}
