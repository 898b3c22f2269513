package io.plantgate.scan;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes partitions whose time is over out of their table, without stopping who writes. The identities stay in the ledger: what
 * is sent again later is still recognised.
 */
final class ScanRetention {

    // A partition with a scan in work stays; whoever takes that over ends it.
    private static final String ENDED = """
            select c.oid::regclass::text, i.inhdetachpending
              from pg_inherits i
              join pg_class c on c.oid = i.inhrelid
             where i.inhparent = ?::regclass
               and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz
                   < now() - ? * interval '1 second'
             order by 1
            """;

    private static final String IN_WORK = """
            select exists (select from %s where processing_status in ('received', 'validating'))
            """;

    // Any number will do; one node at a time detaches.
    private static final String LOCK = "select pg_try_advisory_lock(7291350115)";
    private static final String UNLOCK = "select pg_advisory_unlock(7291350115)";

    private ScanRetention() {}

    /** What becomes of a partition of scans whose time is over. */
    enum End {
        /** It stays as a table of its own, for whoever archives it. */
        DETACH,
        DROP
    }

    /** Answers are dropped; returns how many days of them. The connection is in auto-commit. */
    static int dropAnswers(Connection connection, Duration older) throws SQLException {
        return end(connection, "scan_answer", older, End.DROP);
    }

    /** Scans; returns how many partitions. The connection is in auto-commit. */
    static int endScans(Connection connection, Duration older, End end) throws SQLException {
        return end(connection, "scan_event", older, end);
    }

    private static int end(Connection connection, String table, Duration older, End end) throws SQLException {
        if (!isTrue(connection, LOCK)) {
            return 0;
        }
        try (Statement statement = connection.createStatement()) {
            int ended = 0;
            for (Map.Entry<String, Boolean> partition :
                    ended(connection, table, older).entrySet()) {
                String name = partition.getKey();
                if (table.equals("scan_event") && isTrue(connection, IN_WORK.formatted(name))) {
                    continue;
                }
                // CONCURRENTLY waits for nobody who writes; interrupted, it is finished by the next one.
                statement.execute("alter table %s detach partition %s %s"
                        .formatted(table, name, partition.getValue() ? "finalize" : "concurrently"));
                if (end == End.DROP) {
                    statement.execute("drop table " + name);
                }
                ended++;
            }
            return ended;
        } finally {
            isTrue(connection, UNLOCK);
        }
    }

    private static Map<String, Boolean> ended(Connection connection, String table, Duration older) throws SQLException {
        Map<String, Boolean> ended = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(ENDED)) {
            statement.setString(1, table);
            statement.setLong(2, older.toSeconds());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ended.put(row.getString(1), row.getBoolean(2));
                }
            }
        }
        return ended;
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
