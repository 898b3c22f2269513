package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Monthly partitions, in UTC, made ahead and attached. There is no default partition, which would forbid detaching
 * another one without stopping the writers.
 */
final class Partitions {

    private static final List<String> TABLES = List.of("arrival", "outbox", "attempt", "attempt_part");

    // Rows that change a few times and then never again: early vacuuming. An attempt is completed inside its page,
    // where
    // there is room; a change of an effect's state touches its indexes anyway.
    private static final String CHANGING =
            " with (fillfactor = %d, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,"
                    + " autovacuum_vacuum_cost_delay = 0)";
    private static final Map<String, String> STORAGE = Map.of(
            "outbox",
            CHANGING.formatted(100),
            "attempt",
            CHANGING.formatted(50),
            "attempt_part",
            CHANGING.formatted(80));
    // Any number will do; it is the same on all nodes, so that only one of them makes partitions at a time.
    private static final long LOCK_KEY = 7_291_350_114L;

    private final DataSource dataSource;
    private final int monthsAhead;
    private final AttachedRows attached;

    Partitions(DataSource dataSource, int monthsAhead, AttachedRows attached) {
        this.dataSource = dataSource;
        this.monthsAhead = monthsAhead;
        this.attached = attached;
    }

    /** Makes and attaches what is missing for this month and those ahead. */
    void makeAhead() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("select pg_advisory_xact_lock(" + LOCK_KEY + ")");
                for (String table : TABLES) {
                    make(statement, table);
                }
                attached.makePartitions(connection);
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    /** How many months after this one have a partition already, counted without a gap. */
    int ahead() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            int ahead = 0;
            YearMonth thisMonth = thisMonth(statement);
            while (allAttached(statement, thisMonth.plusMonths(ahead + 1L))) {
                ahead++;
            }
            return ahead;
        }
    }

    private static boolean allAttached(Statement statement, YearMonth month) throws SQLException {
        for (String table : TABLES) {
            if (!isAttached(statement, name(table, month))) {
                return false;
            }
        }
        return true;
    }

    private void make(Statement statement, String table) throws SQLException {
        YearMonth thisMonth = thisMonth(statement);
        for (int i = 0; i <= monthsAhead; i++) {
            YearMonth month = thisMonth.plusMonths(i);
            String name = name(table, month);
            if (!isAttached(statement, name)) {
                // One that is there and detached is attached again; its rows are in its month.
                statement.execute("create table if not exists %s (like %s including defaults including constraints)%s"
                        .formatted(name, table, STORAGE.getOrDefault(table, "")));
                statement.execute(
                        "alter table %s attach partition %s for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')"
                                .formatted(table, name, month, month.plusMonths(1)));
            }
        }
    }

    private static boolean isAttached(Statement statement, String name) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "select exists (select from pg_inherits where inhrelid = to_regclass('" + name + "'))")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    // The database's clock dates the rows, so it names their partitions.
    static YearMonth thisMonth(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return thisMonth(statement);
        }
    }

    private static YearMonth thisMonth(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("select to_char(now() at time zone 'UTC', 'YYYY-MM')")) {
            row.next();
            return YearMonth.parse(row.getString(1));
        }
    }

    static String name(String table, YearMonth month) {
        return "%s_%04d_%02d".formatted(table, month.getYear(), month.getMonthValue());
    }
}
