package io.plantgate.bench;

import io.plantgate.event.Arrival;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.RetentionRun;
import io.plantgate.ledger.Unit;
import io.plantgate.testing.Rows;
import java.sql.SQLException;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A store with months that are over: half of their arrivals are the first of their event, the others repeat or contradict one.
 * Recorded by the ledger, then dated back.
 */
final class PurgeStore implements AutoCloseable {

    /** Whole months before this one that are kept; what is filled is older. */
    static final int KEPT_MONTHS = 2;

    private static final int UNIT = 500;
    private static final int CONTRADICTED_ONE_IN = 100;
    private static final int SAMPLE_ONE_IN = 200;

    private static final String COLUMNS = """
            select string_agg(case column_name when 'recorded_at' then 'timestamptz ''%s-15 00:00+00''' else column_name::text end,
                   ', ' order by ordinal_position)
              from information_schema.columns where table_name = 'arrival'""";

    // Independent of what is judged: from the arrivals, before they go.
    private static final String COUNT = """
            create table counted as
            select canonical_id, count(*) filter (where decision = 'DUPLICATE') as duplicates,
                   count(*) filter (where decision = 'CONFLICT') as conflicts,
                   min(arrival_at) as first_arrival, max(arrival_at) as last_arrival
              from arrival
             where recorded_at < date_trunc('month', now(), 'UTC') and decision in ('DUPLICATE', 'CONFLICT')
             group by canonical_id""";
    private static final String WRONG_COUNTS = """
            (select * from counted except all select * from rolled_up
             union all
             select * from (table rolled_up except all table counted) more) as wrong""";
    private static final String SUMMARIES =
            "select canonical_id, duplicate_count, conflict_count, first_arrival, last_arrival, encode(payload_hash, 'hex')"
                    + " from canonical_summary where canonical_id in (select canonical_id from counted where hashint8(canonical_id) %% %d = 0) order by 1"
                            .formatted(SAMPLE_ONE_IN);

    private final BenchStore store = new BenchStore();
    private final Rows rows = new Rows(store.dataSource());
    private final RetentionRun retention = RetentionRun.keepingArrivals(store.dataSource(), KEPT_MONTHS);
    private final List<Message> copies = new ArrayList<>();
    private List<String> summaries = List.of();
    private int rounds;

    PurgeStore() throws SQLException {}

    BenchStore bench() {
        return store;
    }

    RetentionRun retention() {
        return retention;
    }

    /** Messages that no one has sent before. */
    List<Message> news(int number) {
        return Message.counting(rounds++, number);
    }

    /** Empties the store and puts in so many months that are over, each of so many arrivals. */
    void fill(int months, int arrivals) throws Exception {
        for (String left : rows.list("select inhrelid::regclass from pg_inherits where inhparent = 'arrival'::regclass"
                + " and inhrelid::regclass::text < '" + partition(thisMonth()) + "'")) {
            rows.execute("drop table " + left);
        }
        store.empty();
        rows.execute("truncate arrival_rollup, retention_month, work_item, settlement");
        rows.execute("drop table if exists counted");
        copies.clear();
        for (int month = 1; month <= months; month++) {
            recordMonth(arrivals);
            age(thisMonth().minusMonths(KEPT_MONTHS + (long) month));
        }
        rows.execute("insert into settlement (work_item_id, outcome, settled_by, reason)"
                + " select work_item_id, 'KEEP_FIRST', 'bench', 'seen' from work_item");
        rows.execute(COUNT);
        rows.execute("vacuum analyze identity, work_item, settlement");
        summaries = rows.list(SUMMARIES);
        require(!summaries.isEmpty(), "there was nothing to count");
    }

    /** What was recorded since the months were filled goes; they stay, and what was given up of them. */
    void forgetTheLoad() throws Exception {
        rows.execute("truncate outbox, " + partition(thisMonth()));
        rows.execute("vacuum analyze identity");
        store.rest();
    }

    private void recordMonth(int arrivals) throws Exception {
        List<Message> first = news(arrivals / 2);
        record(first);
        List<Message> repeats = new ArrayList<>(arrivals / 2);
        for (int i = 0; repeats.size() < arrivals / 2; i = (i + 2) % first.size()) {
            Message message = first.get(i);
            repeats.add(i % CONTRADICTED_ONE_IN == 0 ? message.contradicted() : message.again());
        }
        record(repeats);
        copies.addAll(first.subList(0, UNIT));
    }

    private void record(List<Message> messages) throws Exception {
        for (int from = 0; from < messages.size(); from += UNIT) {
            decide(messages.subList(from, Math.min(messages.size(), from + UNIT)));
        }
    }

    private List<Decision> decide(List<Message> messages) throws Exception {
        List<Arrival> arrivals = messages.stream()
                .map(message -> LedgerBench.readyMade(message, List.of()))
                .toList();
        return store.ledger().put(Unit.ofInlet("bench", arrivals)).get(60, TimeUnit.SECONDS);
    }

    private void age(YearMonth month) {
        String name = partition(month);
        rows.execute("create table %s (like arrival including defaults including constraints)".formatted(name));
        rows.execute("insert into %s select %s from %s"
                .formatted(name, rows.one(COLUMNS.formatted(month)), partition(thisMonth())));
        rows.execute("truncate " + partition(thisMonth()));
        rows.execute("alter table arrival attach partition %s for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')"
                .formatted(name, month, month.plusMonths(1)));
        rows.execute("vacuum analyze " + name);
    }

    /** After all months are given up: nothing but the arrivals is gone. */
    void requireAllIsKnown() throws Exception {
        require(rows.count("arrival where recorded_at < date_trunc('month', now(), 'UTC')") == 0, "months are there");
        require(rows.count(WRONG_COUNTS) == 0, "counts of " + rows.count(WRONG_COUNTS) + " events are wrong");
        require(rows.list(SUMMARIES).equals(summaries), "summaries are others than before");
        for (int from = 0; from < copies.size(); from += UNIT) {
            for (Decision late : decide(copies.subList(from, from + UNIT))) {
                require(late instanceof Decision.Duplicate, "a late copy is decided " + late);
            }
        }
    }

    private static void require(boolean right, String wrong) {
        if (!right) {
            throw new IllegalStateException("Of months that are given up: " + wrong);
        }
    }

    private static YearMonth thisMonth() {
        return YearMonth.now(ZoneOffset.UTC);
    }

    private static String partition(YearMonth month) {
        return "arrival_" + month.toString().replace('-', '_');
    }

    @Override
    public void close() {
        store.close();
    }
}
