package io.plantgate.sequence.block;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes gaps, and the restarts that begin without one. */
final class Gaps {

    private static final String OPEN = """
            insert into sequence_gap (source_id, boot_id, generation, first_no, last_no, missing, opened_by)
            select k.source_id, k.boot_id, k.generation, k.first_no, k.last_no, k.last_no - k.first_no + 1, k.opened_by
              from unnest(?::bigint[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::bigint[])
                   as k(source_id, boot_id, generation, first_no, last_no, opened_by)""";

    // An entity's gaps do not overlap: the first that ends at the number or behind it is the only one that may hold it.
    private static final String FILL = """
            with filled as (
                 select g.gap_id, count(*) as numbers
                   from unnest(?::bigint[], ?::text[], ?::integer[], ?::bigint[])
                        as k(source_id, boot_id, generation, position)
                  cross join lateral (
                        select g.gap_id, g.first_no
                          from sequence_gap g
                         where g.source_id = k.source_id and g.boot_id = k.boot_id and g.generation = k.generation
                           and g.last_no >= k.position
                         order by g.last_no limit 1) g
                  where g.first_no <= k.position
                  group by g.gap_id)
            update sequence_gap g
               set missing = g.missing - f.numbers,
                   filled_at = case when g.missing = f.numbers then now() end
              from filled f where g.gap_id = f.gap_id""";

    private static final String RESTART = """
            insert into sequence_restart (source_id, boot_id, generation, arrival_id, high, modulus)
            select * from unnest(?::bigint[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::bigint[])""";

    /** A gap that an arrival opened. */
    record Opened(Track.Key key, int generation, long firstNo, long lastNo, long by) {}

    /** A number that came late, and may be of a gap. */
    record Filled(Track.Key key, int generation, long position) {}

    void open(Connection connection, List<Opened> gaps) throws SQLException {
        if (gaps.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
            statement.setArray(
                    1, Columns.bigints(connection, gaps, gap -> gap.key().sourceId()));
            statement.setArray(
                    2, Columns.texts(connection, gaps, gap -> gap.key().bootId()));
            statement.setArray(3, Columns.integers(connection, gaps, Opened::generation));
            statement.setArray(4, Columns.bigints(connection, gaps, Opened::firstNo));
            statement.setArray(5, Columns.bigints(connection, gaps, Opened::lastNo));
            statement.setArray(6, Columns.bigints(connection, gaps, Opened::by));
            statement.executeUpdate();
        }
    }

    void fill(Connection connection, List<Filled> late) throws SQLException {
        if (late.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(FILL)) {
            statement.setArray(
                    1, Columns.bigints(connection, late, filled -> filled.key().sourceId()));
            statement.setArray(
                    2, Columns.texts(connection, late, filled -> filled.key().bootId()));
            statement.setArray(3, Columns.integers(connection, late, Filled::generation));
            statement.setArray(4, Columns.bigints(connection, late, Filled::position));
            statement.executeUpdate();
        }
    }

    void restart(Connection connection, List<Track.Restart> restarts) throws SQLException {
        if (restarts.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(RESTART)) {
            statement.setArray(
                    1, Columns.bigints(connection, restarts, r -> r.key().sourceId()));
            statement.setArray(
                    2, Columns.texts(connection, restarts, r -> r.key().bootId()));
            statement.setArray(3, Columns.integers(connection, restarts, Track.Restart::generation));
            statement.setArray(4, Columns.bigints(connection, restarts, Track.Restart::arrivalId));
            statement.setArray(5, Columns.bigints(connection, restarts, Track.Restart::high));
            statement.setArray(6, Columns.bigints(connection, restarts, Track.Restart::modulus));
            statement.executeUpdate();
        }
    }
}
