package io.plantgate.effect;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.micros;

import io.plantgate.ledger.ArrayStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Renews leases while their workers are at it, and finds those that ran out; always by the database's clock. */
final class Leases {

    private static final ArrayStatement<Renewal> RENEW = new ArrayStatement<>(
            """
            with held as materialized (
                select o.effect_id, o.planned_at, k.lease
                  from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[]) as k(effect_id, planned, attempt_id, lease)
                  join outbox o on o.effect_id = k.effect_id
                               and o.planned_at = timestamptz 'epoch' + k.planned * interval '1 microsecond'
                               and o.attempt_id = k.attempt_id and o.state = 'in_flight'
                   for update of o skip locked)
            update outbox o
               set leased_until = clock_timestamp() + h.lease * interval '1 millisecond'
              from held h
             where o.effect_id = h.effect_id and o.planned_at = h.planned_at
            returning o.attempt_id""",
            List.of(
                    bigint(renewal -> renewal.claim().effectId()),
                    micros(renewal -> renewal.claim().plannedAt()),
                    bigint(renewal -> renewal.claim().attemptId()),
                    bigint(Renewal::leaseMillis)));

    // While the server was away nobody could renew or record: after its start all have one lease's time to come back.
    private static final String RUN_OUT = """
            select o.effect_id, o.planned_at, o.attempt_id, a.claimed_at, o.attempts, a.purpose, o.failures, o.repeats, o.doubtful,
                   o.idempotency_key, o.canonical_id, o.arrival_id, o.profile, o.rule, o.lane, o.planned_on, o.worker
              from outbox o
              join attempt a on a.attempt_id = o.attempt_id
             where o.kind = ? and o.state = 'in_flight' and o.leased_until < clock_timestamp()
               and pg_postmaster_start_time() + ? * interval '1 millisecond' < clock_timestamp()
               and o.attempt_id <> all(?)
             limit ?
               for update of o skip locked""";

    private record Renewal(Claim claim, long leaseMillis) {}

    /**
     * Renews all in one statement; returns the attempts whose lease it renewed. A row that is locked is left for the next
     * time, so that renewing never waits for those who record: a lease outlives two misses.
     */
    Set<Long> renew(Connection connection, List<Claim> claims, long leaseMillis) throws SQLException {
        List<Renewal> renewals =
                claims.stream().map(claim -> new Renewal(claim, leaseMillis)).toList();
        Set<Long> held = new HashSet<>();
        try (PreparedStatement statement = RENEW.bind(connection, renewals);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                held.add(row.getLong(1));
            }
        }
        return held;
    }

    /**
     * Effects of a kind whose lease ran out, locked until the caller's transaction ends.
     *
     * @param held not these
     */
    List<Claim> runOut(Connection connection, Kind kind, long leaseMillis, Collection<Claim> held, int most)
            throws SQLException {
        List<Claim> claims = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(RUN_OUT)) {
            statement.setString(1, kind.name());
            statement.setLong(2, leaseMillis);
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "int8", held.stream().map(Claim::attemptId).toArray()));
            statement.setInt(4, most);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    claims.add(claim(kind, row));
                }
            }
        }
        return claims;
    }

    private static Claim claim(Kind kind, ResultSet row) throws SQLException {
        return new Claim(
                row.getLong("effect_id"),
                Claims.instant(row, "planned_at"),
                row.getLong("attempt_id"),
                Claims.instant(row, "claimed_at"),
                row.getInt("attempts"),
                Purpose.valueOf(row.getString("purpose")),
                EffectState.IN_FLIGHT,
                row.getInt("failures"),
                row.getInt("repeats"),
                row.getBoolean("doubtful"),
                kind,
                Claims.names(row));
    }
}
