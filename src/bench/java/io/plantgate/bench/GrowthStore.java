package io.plantgate.bench;

import io.plantgate.event.Arrival;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Unit;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.Rows;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A store that holds so many events from the beginning, written by SQL straight into the shipped schema. */
final class GrowthStore implements AutoCloseable {

    private static final long STEP = 500_000;
    private static final int FILLERS = 2;
    // As run-it.md advises for a server that holds millions; what the embedded one has is for a first look.
    private static final Map<String, String> SIZED_FOR_MANY =
            Map.of("shared_buffers", "4GB", "maintenance_work_mem", "1GB", "max_wal_size", "4GB");
    private static final int WARM_UP = 1_000;
    // Prime and larger than any store: walks through all of it, each event once, and never to a neighbour.
    private static final long STRIDE = 2_654_435_761L;

    private static final String LIKE_THE_FIRST =
            "select inlet_id || ', ' || profile_version || ', ' || canon_version from arrival limit 1";
    // The block after this one is the first that the ledger has not drawn.
    private static final String FIRST_ID = "select nextval('arrival_block_seq') * 10000";
    private static final String SKIP_IDS = "select setval('arrival_block_seq', currval('arrival_block_seq') + %d)";
    private static final String FILL = """
            with filled as materialized (
                 select s.source_id, %2$s as id, %3$d + n as arrival_id,
                        convert_to(format('%4$s', n %% 100, %2$s, '%5$s'), 'UTF8') as raw
                   from generate_series(%6$d::bigint, %7$d - 1) n
                   join source s on s.source = 'PUMP-' || n %% 100 || '/Trip'),
            named as (
                 insert into identity (source_id, transition_id, boot_id, canonical_id, arrival_at, payload_hash,
                                       profile_version, canon_version)
                 select source_id, id, 'B17', arrival_id, '%1$s', sha256(raw), v.profile_version, v.canon_version
                   from filled cross join (values (%8$s)) as v(inlet_id, profile_version, canon_version))
            insert into arrival (arrival_id, arrival_at, source_id, canonical_id, raw_bytes, decision, transition_id, boot_id,
                                 raw_hash, payload_hash, raw, inlet_id, profile_version, canon_version)
            select arrival_id, '%1$s', source_id, arrival_id, octet_length(raw), 'CANONICAL', id, 'B17', sha256(raw), sha256(raw),
                   raw, v.inlet_id, v.profile_version, v.canon_version
              from filled cross join (values (%8$s)) as v(inlet_id, profile_version, canon_version)""";
    private static final String SIZES = """
            select case c.relkind when 'i' then 'index ' else 'table ' end || coalesce(p.relname, c.relname) || '|'
                   || sum(pg_relation_size(c.oid))::bigint
              from pg_class c
              left join pg_inherits h on h.inhrelid = c.oid
              left join pg_class p on p.oid = h.inhparent
             where c.relkind in ('r', 'i') and coalesce(p.relname, c.relname) ~ '^(identity|arrival)(_|$)'
             group by c.relkind, coalesce(p.relname, c.relname)
            having sum(pg_relation_size(c.oid)) > 65536
             order by sum(pg_relation_size(c.oid)) desc""";

    private final BenchStore store;
    private final Rows rows;
    private GrowthIds ids = GrowthIds.COUNTING;
    private long stored;
    private long news;
    private long asked;

    GrowthStore() throws Exception {
        store = new BenchStore(SIZED_FOR_MANY);
        rows = new Rows(store.dataSource());
    }

    GrowthIds ids() {
        return ids;
    }

    /** The number of an event that has never come. */
    long nextNew() {
        return news++;
    }

    /** The number of one that was there from the beginning; far from the last one, and none twice before all were there. */
    long nextKnown() {
        return asked++ * STRIDE % stored;
    }

    /** Empties the store and puts in {@code number} first arrivals. */
    void fill(GrowthIds wanted, long number) throws Exception {
        ids = wanted;
        stored = number;
        news = number;
        asked = 0;
        String likeTheFirst = introduceSources();
        store.empty();
        rows.execute("truncate work_item, settlement");
        long firstId = reserveIds(number);
        // Built at once from what is there: row by row, random ids would take hours.
        rows.execute("alter table identity drop constraint identity_pkey");
        Threads.run(FILLERS, first -> {
            for (long from = first * STEP; from < number; from += FILLERS * STEP) {
                rows.execute(FILL.formatted(
                        GrowthIds.ARRIVAL_AT,
                        ids.sql(),
                        firstId,
                        GrowthIds.RAW,
                        GrowthIds.VALUE,
                        from,
                        Math.min(number, from + STEP),
                        likeTheFirst));
            }
        });
        rows.execute("alter table identity add primary key (source_id, transition_id, boot_id)");
        rows.execute("vacuum analyze identity, arrival");
    }

    // Through the ledger, so that sources, generations, inlet and profile are what it writes.
    private String introduceSources() throws Exception {
        store.empty();
        List<Arrival> first = new ArrayList<>();
        for (int source = 0; source < GrowthIds.SOURCES; source++) {
            first.add(LedgerBench.readyMade(ids.message(source), List.of()));
        }
        store.ledger().put(Unit.ofInlet("bench", first)).get();
        return rows.one(LIKE_THE_FIRST);
    }

    private long reserveIds(long number) throws Exception {
        try (var connection = store.dataSource().getConnection();
                var statement = connection.createStatement()) {
            long first;
            try (var row = statement.executeQuery(FIRST_ID)) {
                row.next();
                first = row.getLong(1);
            }
            statement.execute(SKIP_IDS.formatted(number / 10_000 + 1));
            return first;
        }
    }

    /**
     * One run.
     *
     * @param walBytes per event, after a checkpoint: with an image of each page that it was the first to change
     */
    record Run(double eventsPerSecond, double walBytes) {}

    /** Hands over so many messages and waits for the last decision; a decision other than expected makes the run void. */
    Run run(GrowthMix mix, int number) throws Exception {
        List<Arrival> arrivals = new ArrayList<>(number);
        mix.messages(this, number)
                .forEach(message -> arrivals.add(LedgerBench.readyMade(message, List.of(LedgerBench.POSTING))));
        warmUp();
        store.rest();
        String before = rows.one("select pg_current_wal_insert_lsn()");
        long start = System.nanoTime();
        Map<Verdict, Long> decided = decided(arrivals);
        double perSecond = number * 1e9 / (System.nanoTime() - start);
        if (!decided.equals(mix.verdicts(number))) {
            throw new IllegalStateException("%s, %s: decided %s instead of %s"
                    .formatted(mix.title(), ids.title(), decided, mix.verdicts(number)));
        }
        return new Run(perSecond, walBytesSince(before) / (double) number);
    }

    // One store was filled a moment ago, the other has waited: from here on both have just been at work.
    private void warmUp() throws Exception {
        List<Arrival> first = new ArrayList<>();
        for (int i = 0; i < WARM_UP; i++) {
            first.add(LedgerBench.readyMade(ids.message(nextNew()), List.of(LedgerBench.POSTING)));
        }
        decided(first);
    }

    private Map<Verdict, Long> decided(List<Arrival> arrivals) throws InterruptedException {
        List<CompletableFuture<List<Decision>>> told = new ArrayList<>(arrivals.size());
        for (Arrival arrival : arrivals) {
            told.add(store.ledger().put(Unit.of(arrival)));
        }
        Map<Verdict, Long> decided = new EnumMap<>(Verdict.class);
        told.forEach(decision -> decided.merge(decision.join().get(0).verdict(), 1L, Long::sum));
        return decided;
    }

    private long walBytesSince(String lsn) {
        return Long.parseLong(rows.one("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '" + lsn + "')::bigint"));
    }

    /** Bytes of each table and index of some size, partitions together, largest first: {@code table identity|12345}. */
    List<String> sizes() {
        return rows.list(SIZES);
    }

    @Override
    public void close() {
        store.close();
    }
}
