package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/** The transactions in which a month moves on, over one connection that is in auto-commit between them. */
final class MonthSteps {

    // Writers queue up behind who waits for the table, so the wait is short; the next run tries again.
    private static final String WAIT_BRIEFLY = "set local lock_timeout = '200ms'";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String DEADLOCK = "40P01";

    private static final String MONTHS = """
            select to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM')
              from pg_inherits i
              join pg_class c on c.oid = i.inhrelid
             where i.inhparent = '%1$s'::regclass and c.relname ~ '^%1$s_[0-9]{4}_[0-9]{2}$'
             order by 1
            """;

    private final Connection connection;

    MonthSteps(Connection connection) {
        this.connection = connection;
    }

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Step {
        void make() throws SQLException;
    }

    void inTransaction(Step step) throws SQLException {
        connection.setAutoCommit(false);
        try {
            step.make();
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** False if a table was not to be had at once: nothing is done then. */
    boolean briefly(Step step) throws SQLException {
        try {
            inTransaction(() -> {
                execute(WAIT_BRIEFLY);
                step.make();
            });
            return true;
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || DEADLOCK.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    /** Whoever counts takes one core, the others are for who writes; and it takes as long as it takes. */
    void beUnhurried() throws SQLException {
        execute("set local statement_timeout = 0");
        execute("set local max_parallel_workers_per_gather = 0");
    }

    /** Those that are attached, the oldest first. */
    List<YearMonth> attached(String table) throws SQLException {
        return months(MONTHS.formatted(table));
    }

    List<YearMonth> months(String sql) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                months.add(YearMonth.parse(row.getString(1)));
            }
        }
        return months;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Rows that were touched. */
    int update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** The first column of the first row; null if there is none, or null in it. */
    String text(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(sql, parameters);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getString(1) : null;
        }
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            Object parameter = parameters[i];
            statement.setObject(i + 1, parameter instanceof YearMonth month ? month.atDay(1) : parameter);
        }
        return statement;
    }
}
