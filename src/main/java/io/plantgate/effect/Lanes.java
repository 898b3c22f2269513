package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Gives a due time to the heads of lanes in which nothing is under way. Only then can a worker see them, so that whatever
 * waits behind a head costs a claim nothing.
 */
final class Lanes {

    // Two that look for heads at the same time could take two different rows for the head of one lane.
    private static final String LOCK = "select pg_advisory_xact_lock(hashtextextended('plantgate lanes of ' || ?, 0))";

    private static final String OPEN = "state in ('held', 'pending', 'in_flight', 'accepted', 'unknown')";

    private static final String RELEASE = """
            update outbox o
               set due_at = clock_timestamp()
              from lanes l
             cross join lateral (
                   select h.effect_id, h.planned_at, h.state
                     from outbox h
                    where h.kind = ? and h.lane = l.lane and h.OPEN
                    order by h.effect_id
                    limit 1) head
             where o.effect_id = head.effect_id and o.planned_at = head.planned_at and head.state = 'pending'
               and o.state = 'pending' and o.due_at is null
               and not exists (
                   select from outbox b
                    where b.kind = ? and b.lane = l.lane
                      and (b.due_at is not null or b.state in ('in_flight', 'accepted', 'unknown')))""".replace("OPEN", OPEN);

    private static final String RELEASE_THESE =
            "with lanes as (select distinct lane from unnest(?::text[]) as k(lane)) " + RELEASE;

    // From lane to lane through the index, however many rows wait in each.
    private static final String RELEASE_ALL = """
            with recursive lanes as (
                (select lane from outbox where kind = ? and lane is not null and OPEN order by lane limit 1)
                union all
                select (select n.lane from outbox n where n.kind = ? and n.lane > l.lane and n.OPEN order by n.lane limit 1)
                  from lanes l
                 where l.lane is not null)
            """.replace("OPEN", OPEN) + RELEASE;

    /** Releases the next in these lanes, if they are free; returns how many became due. Part of the caller's transaction. */
    int release(Connection connection, String kind, Collection<String> lanes) throws SQLException {
        lock(connection, kind);
        try (PreparedStatement statement = connection.prepareStatement(RELEASE_THESE)) {
            statement.setArray(1, connection.createArrayOf("text", lanes.toArray()));
            statement.setString(2, kind);
            statement.setString(3, kind);
            return statement.executeUpdate();
        }
    }

    /** Releases the heads of all free lanes of a kind. */
    int releaseAll(Connection connection, String kind) throws SQLException {
        lock(connection, kind);
        try (PreparedStatement statement = connection.prepareStatement(RELEASE_ALL)) {
            for (int parameter = 1; parameter <= 4; parameter++) {
                statement.setString(parameter, kind);
            }
            return statement.executeUpdate();
        }
    }

    private static void lock(Connection connection, String kind) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, kind);
            statement.execute();
        }
    }
}
