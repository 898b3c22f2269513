package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Gives up arrivals month by month, in three steps, each a transaction: their repeats are counted, the partition is detached
 * (from then on the counts hold), the table is dropped. A step that did not come to its commit is made again. What is still open
 * keeps its month. One node at a time works; identities outlive the arrivals.
 */
final class Retention {

    // Any number will do; one node at a time gives anything up.
    private static final String LOCK = "select pg_try_advisory_lock(7291350121)";
    private static final String UNLOCK = "select pg_advisory_unlock(7291350121)";

    // Writers queue up behind who waits for the table, so the wait is short; the next run tries again.
    private static final String WAIT_BRIEFLY = "set local lock_timeout = '200ms'";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final String MONTHS = """
            select to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM')
              from pg_inherits i
              join pg_class c on c.oid = i.inhrelid
             where i.inhparent = 'arrival'::regclass and c.relname ~ '^arrival_[0-9]{4}_[0-9]{2}$'
             order by 1
            """;

    private static final String STATE = "select state from retention_month where month = ?";

    private static final String DETACHED =
            "select to_char(month, 'YYYY-MM') from retention_month where state = 'DETACHED' order by 1";

    private static final String OPEN = """
            select case
              when exists (select from %1$s a
                            where a.decision = 'INCOMPLETE'
                              and not exists (select from completion c where c.arrival_id = a.arrival_id))
              then 'an arrival waits for its identity (INCOMPLETE)'
              when exists (select from work_item w
                            where w.kind = 'CONFLICT'
                              and not exists (select from settlement s where s.work_item_id = w.work_item_id)
                              and (exists (select from %1$s a where a.arrival_id = any (array[w.canonical_id, w.arrival_id]))
                                   or exists (select from %1$s a where a.work_item_id = w.work_item_id)))
              then 'a conflict is not settled'
              when exists (select from effect_open e
                             join outbox o using (effect_id, planned_at)
                             join %1$s a on a.arrival_id = any (array[o.canonical_id, o.arrival_id]))
              then 'an effect is not settled'
            end
            """;

    private static final String OPEN_MONTH = """
            insert into retention_month (month, state, first_arrival_id, last_arrival_id)
            select ?, 'ROLLED_UP', min(arrival_id), max(arrival_id) from %s
            """;

    private static final String ROLL_UP = """
            insert into arrival_rollup (canonical_id, month, duplicate_count, conflict_count, first_arrival, last_arrival)
            select canonical_id, ?, count(*) filter (where decision = 'DUPLICATE'), count(*) filter (where decision = 'CONFLICT'),
                   min(arrival_at), max(arrival_at)
              from %s
             where decision in ('DUPLICATE', 'CONFLICT')
             group by canonical_id
            """;

    private static final String NOTE_DETACHED =
            "update retention_month set state = 'DETACHED', detached_at = now() where month = ? and state = 'ROLLED_UP'";

    private static final String NOTE_DROPPED =
            "update retention_month set state = 'DROPPED', dropped_at = now() where month = ? and state = 'DETACHED'";

    private final DataSource dataSource;
    private final RetentionSettings settings;

    private volatile Map<YearMonth, String> held = Map.of();

    Retention(DataSource dataSource, RetentionSettings settings) {
        this.dataSource = dataSource;
        this.settings = settings;
    }

    /**
     * What one run gave up.
     *
     * @param months those whose arrivals are dropped now
     * @param identities how many identities are forgotten
     */
    record Ended(List<YearMonth> months, long identities) {
        static final Ended NOTHING = new Ended(List.of(), 0);
    }

    /** Months whose time is over and why each is still there, as the last run of this node found them. */
    Map<YearMonth, String> held() {
        return held;
    }

    /** Gives up what is over; nothing while another node is at it. */
    Ended run() throws SQLException {
        if (settings.arrivalMonths() == 0) {
            return Ended.NOTHING;
        }
        try (Connection connection = dataSource.getConnection()) {
            if (!isTrue(connection, LOCK)) {
                return Ended.NOTHING;
            }
            try {
                YearMonth now = Partitions.thisMonth(connection);
                List<YearMonth> ended = endMonths(connection, now.minusMonths(settings.arrivalMonths()));
                return new Ended(ended, endIdentities(connection, now));
            } finally {
                isTrue(connection, UNLOCK);
            }
        }
    }

    private List<YearMonth> endMonths(Connection connection, YearMonth kept) throws SQLException {
        Map<YearMonth, String> waiting = new TreeMap<>();
        for (YearMonth month : months(connection, MONTHS)) {
            if (month.isBefore(kept)) {
                takeOut(connection, month, waiting);
            }
        }
        List<YearMonth> dropped = new ArrayList<>();
        for (YearMonth month : months(connection, DETACHED)) {
            if (briefly(connection, () -> drop(connection, month))) {
                dropped.add(month);
            } else {
                waiting.put(month, "somebody reads its table");
            }
        }
        held = Map.copyOf(waiting);
        return dropped;
    }

    private static void takeOut(Connection connection, YearMonth month, Map<YearMonth, String> waiting)
            throws SQLException {
        String open = text(connection, OPEN.formatted(table(month)));
        if (open != null) {
            waiting.put(month, open);
            return;
        }
        if (!isRolledUp(connection, month)) {
            inTransaction(connection, () -> rollUp(connection, month));
        }
        if (!briefly(connection, () -> detach(connection, month))) {
            waiting.put(month, "arrivals are read or written without a pause");
        }
    }

    // No row comes into a month that is over, so what is counted once holds.
    private static void rollUp(Connection connection, YearMonth month) throws SQLException {
        execute(connection, "set local statement_timeout = 0");
        // One core for this, the others for who writes.
        execute(connection, "set local max_parallel_workers_per_gather = 0");
        update(connection, OPEN_MONTH.formatted(table(month)), month);
        update(connection, ROLL_UP.formatted(table(month)), month);
    }

    // Not CONCURRENTLY, which no transaction may hold: its repeats would be counted twice for a while, or not at all.
    private static void detach(Connection connection, YearMonth month) throws SQLException {
        if (update(connection, NOTE_DETACHED, month) == 1) {
            execute(connection, "alter table arrival detach partition " + table(month));
        }
    }

    private static void drop(Connection connection, YearMonth month) throws SQLException {
        if (update(connection, NOTE_DROPPED, month) == 1) {
            execute(connection, "drop table " + table(month));
        }
    }

    private long endIdentities(Connection connection, YearMonth now) throws SQLException {
        if (settings.identityMonths() == 0) {
            return 0;
        }
        YearMonth kept = now.minusMonths(settings.identityMonths());
        for (YearMonth month : months(connection, MONTHS)) {
            // An arrival that is kept needs its identity.
            kept = month.isBefore(kept) ? month : kept;
        }
        return ForgottenIdentities.before(connection, kept);
    }

    private static boolean isRolledUp(Connection connection, YearMonth month) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STATE)) {
            statement.setObject(1, month.atDay(1));
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** False if a table was not to be had at once: nothing is done then. */
    private static boolean briefly(Connection connection, Step step) throws SQLException {
        try {
            inTransaction(connection, () -> {
                execute(connection, WAIT_BRIEFLY);
                step.make();
            });
            return true;
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static void inTransaction(Connection connection, Step step) throws SQLException {
        connection.setAutoCommit(false);
        try {
            step.make();
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** What is done in one transaction. */
    @FunctionalInterface
    private interface Step {
        void make() throws SQLException;
    }

    private static List<YearMonth> months(Connection connection, String sql) throws SQLException {
        List<YearMonth> months = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                months.add(YearMonth.parse(row.getString(1)));
            }
        }
        return months;
    }

    private static String table(YearMonth month) {
        return Partitions.name("arrival", month);
    }

    private static int update(Connection connection, String sql, YearMonth month) throws SQLException {
        LocalDate first = month.atDay(1);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, first);
            return statement.executeUpdate();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        return "t".equals(text(connection, question));
    }

    private static String text(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        }
    }
}
