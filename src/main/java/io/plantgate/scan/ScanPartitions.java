package io.plantgate.scan;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;

/**
 * Partitions of scans, by month or by week, and of answers, by day, in UTC. Each begins where the last one ends, so that a site
 * may change from months to weeks while it runs.
 */
final class ScanPartitions {

    // The end of the newest partition, as a date; null where there is none.
    private static final String COVERED_UNTIL = """
            select max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz
                       at time zone 'UTC')::date
              from pg_inherits i
              join pg_class c on c.oid = i.inhrelid
             where i.inhparent = '%s'::regclass
            """;

    private static final String TODAY = "select (now() at time zone 'UTC')::date";

    private static final int ANSWER_DAYS_AHEAD = 2;

    // A row is updated once, when its work is done, inside its page where there is room.
    private static final String SCANS =
            " with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)";

    private final ScanSettings.Period period;
    private final int ahead;

    ScanPartitions(ScanSettings.Period period, int ahead) {
        this.period = period;
        this.ahead = ahead;
    }

    /** Makes and attaches what is missing. */
    void makeAhead(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            make(statement, "scan_event", period, ahead, SCANS);
            make(statement, "scan_answer", ScanSettings.Period.DAY, ANSWER_DAYS_AHEAD, "");
        }
    }

    private static void make(Statement statement, String table, ScanSettings.Period period, int ahead, String storage)
            throws SQLException {
        LocalDate today = date(statement, TODAY);
        LocalDate until = today;
        for (int i = 0; i <= ahead; i++) {
            until = next(until, period);
        }
        LocalDate covered = date(statement, COVERED_UNTIL.formatted(table));
        LocalDate from = covered == null ? start(today, period) : covered;
        while (from.isBefore(until)) {
            LocalDate to = next(from, period);
            String name = table + "_" + from.format(DateTimeFormatter.BASIC_ISO_DATE);
            statement.execute("create table if not exists %s (like %s including defaults including constraints)%s"
                    .formatted(name, table, storage));
            statement.execute("alter table %s attach partition %s for values from ('%s 00:00+00') to ('%s 00:00+00')"
                    .formatted(table, name, from, to));
            from = to;
        }
    }

    private static LocalDate start(LocalDate today, ScanSettings.Period period) {
        return switch (period) {
            case MONTH -> today.withDayOfMonth(1);
            case WEEK -> today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case DAY -> today;
        };
    }

    private static LocalDate next(LocalDate from, ScanSettings.Period period) {
        return switch (period) {
            case MONTH -> from.withDayOfMonth(1).plusMonths(1);
            case WEEK -> from.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            case DAY -> from.plusDays(1);
        };
    }

    private static LocalDate date(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getObject(1, LocalDate.class);
        }
    }
}
