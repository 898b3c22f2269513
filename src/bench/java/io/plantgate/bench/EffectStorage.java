package io.plantgate.bench;

import io.plantgate.testing.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How much room outbox and attempt take, table by table and index by index, once autovacuum has been there. */
final class EffectStorage {

    private static final int VACUUM_SECONDS_MAX = 180;
    private static final Path RESULTS = Path.of("target", "bench", "effects-storage.csv");

    private static final String DEAD = """
            select coalesce(max(n_dead_tup), 0)
              from pg_stat_all_tables
             where relname ~ '^(outbox|attempt)_[0-9]' and n_dead_tup > 1000 + 0.02 * n_live_tup""";
    private static final String TABLES = """
            select regexp_replace(c.relname, '_[0-9_]+$', ''), pg_relation_size(c.oid), s.n_live_tup, s.n_dead_tup,
                   s.autovacuum_count
              from pg_class c join pg_stat_all_tables s on s.relid = c.oid
             where c.relkind = 'r' and c.relname ~ '^(outbox|attempt)_[0-9]' and pg_relation_size(c.oid) > 0
             order by 1 desc""";
    private static final String INDEXES = """
            select p.relname, pg_relation_size(c.oid)
              from pg_class c
              join pg_inherits h on h.inhrelid = c.oid
              join pg_class p on p.oid = h.inhparent
             where c.relkind = 'i' and p.relname ~ '^(outbox|attempt)_' and p.relname !~ '^attempt_part'
               and pg_relation_size(c.oid) > 8192
             order by 1""";

    private final Rows rows;
    private final List<String> lines = new ArrayList<>(List.of("delivered,what,mb,bytes_per_effect,dead_rows"));

    EffectStorage(Rows rows) {
        this.rows = rows;
    }

    void measure(int delivered) {
        awaitVacuum();
        System.out.printf("%n| %,d delivered | MB | bytes per effect | dead rows |%n|---|---:|---:|---:|%n", delivered);
        for (String table : rows.list(TABLES)) {
            String[] columns = table.split(" ");
            print(delivered, columns[0], Long.parseLong(columns[1]), columns[3] + " after " + columns[4] + " vacuums");
        }
        for (String index : rows.list(INDEXES)) {
            String[] columns = index.split(" ");
            print(delivered, "index " + columns[0], Long.parseLong(columns[1]), "");
        }
    }

    private void awaitVacuum() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(VACUUM_SECONDS_MAX);
        while (!rows.one(DEAD).equals("0") && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    private void print(int delivered, String what, long bytes, String dead) {
        System.out.printf("| %s | %.1f | %.0f | %s |%n", what, bytes / 1048576.0, bytes / (double) delivered, dead);
        lines.add("%d,%s,%.1f,%.0f,%s".formatted(delivered, what, bytes / 1048576.0, bytes / (double) delivered, dead));
    }

    void write() throws IOException {
        Files.createDirectories(RESULTS.getParent());
        Files.write(RESULTS, lines);
    }
}
