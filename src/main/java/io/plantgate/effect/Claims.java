package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Claims due effects of one kind: counts the attempt, takes the lease and gives out the fencing token, in one statement. */
final class Claims {

    // One statement is one transaction: whoever dies after it has left its attempt to be seen.
    // The due time is compared with a stable clock, else the index could not be entered there.
    // An event is as old as its source says, if that can be: a clock that was never set shows a year long past, and one
    // that is
    // ahead would keep an old event young.
    // On another timeline (a standby was promoted) nothing is claimed until that was noticed and held.
    static final String CLAIM = """
            with due as materialized (
                select effect_id, planned_at, arrival_id, state as was, failures, repeats, doubtful, age_waived
                  from outbox
                 where kind = ? and due_at <= statement_timestamp()
                   and coalesce((select mode from effect_switch order by switch_id desc limit 1), 'live') = 'live'
                   and not exists (select from effect_channel_stop where channel = ? and resumed_at is null)
                   and not exists (select from effect_deployment where timeline <> %s)
                 order by due_at
                 limit ?
                   for update skip locked),
            judged as (
                select d.*, d.was = 'pending' and not d.doubtful and not d.age_waived
                            and coalesce(case when a.source_time between a.arrival_at - interval '366 days' and a.arrival_at
                                          then a.source_time else a.arrival_at end
                                     < statement_timestamp() - ? * interval '1 millisecond', false) as old
                  from due d
                  left join arrival a on ?::bigint is not null and a.arrival_id = d.arrival_id),
            claimed as (
                update outbox o
                   set state = 'in_flight', due_at = null, attempts = o.attempts + 1, attempt_id = nextval('attempt_id_seq'),
                       repeats = o.repeats + (case when o.doubtful and not o.asks then 1 else 0 end),
                       leased_until = clock_timestamp() + ? * interval '1 millisecond', worker = ?
                  from judged j
                 where o.effect_id = j.effect_id and o.planned_at = j.planned_at and not j.old
                returning o.effect_id, o.planned_at, o.attempt_id, o.attempts, o.asks, j.was, o.failures, o.repeats, o.doubtful,
                       o.idempotency_key, o.canonical_id, o.arrival_id, o.profile, o.rule, o.lane, o.planned_on),
            expired as (
                update outbox o
                   set state = 'expired', due_at = null, settled_at = now(), reason = 'Older than its kind allows; not sent then.'
                  from judged j
                 where o.effect_id = j.effect_id and o.planned_at = j.planned_at and j.old
                returning o.effect_id, o.lane),
            counted as (
                insert into attempt (attempt_id, claimed_at, effect_id, planned_at, attempt_no, kind_version, repeat, purpose,
                                     channel, worker)
                select attempt_id, statement_timestamp(), effect_id, planned_at, attempts, ?, doubtful and not asks,
                       case when asks then 'QUERY' else 'SEND' end, ?, ?
                  from claimed)
            select effect_id, planned_at, attempt_id, attempts, asks, was, failures, repeats, doubtful, idempotency_key,
                   canonical_id, arrival_id, profile, rule, lane, planned_on, statement_timestamp() as claimed_at
              from claimed
            union all
            select effect_id, null, null, null, null, null, null, null, null, null, null, null, null, null, lane, null, null
              from expired""".formatted(Deployment.TIMELINE);

    /**
     * Who claims.
     *
     * @param worker this node's process
     * @param leaseMillis how long nobody else may take what was claimed, on the database's clock
     */
    record Terms(String channel, String worker, long leaseMillis) {}

    /** What came of it. */
    record Claimed(List<Claim> claims, List<Expired> expired) {
        boolean isEmpty() {
            return claims.isEmpty() && expired.isEmpty();
        }
    }

    /** One that was too old to be sent. */
    record Expired(long effectId, String lane) {}

    /** Claims at most so many. The connection is in auto-commit. */
    Claimed claim(Connection connection, Kind kind, int kindVersion, Terms terms, int most) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            bind(statement, kind, kindVersion, terms, most);
            try (ResultSet row = statement.executeQuery()) {
                return claimed(kind, row);
            }
        }
    }

    static void bind(PreparedStatement statement, Kind kind, int kindVersion, Terms terms, int most)
            throws SQLException {
        statement.setString(1, kind.name());
        statement.setString(2, terms.channel());
        statement.setInt(3, most);
        setMillis(statement, 4, kind);
        setMillis(statement, 5, kind);
        statement.setLong(6, terms.leaseMillis());
        statement.setString(7, terms.worker());
        statement.setInt(8, kindVersion);
        statement.setString(9, terms.channel());
        statement.setString(10, terms.worker());
    }

    private static void setMillis(PreparedStatement statement, int parameter, Kind kind) throws SQLException {
        if (kind.maxAge() == null) {
            statement.setNull(parameter, Types.BIGINT);
        } else {
            statement.setLong(parameter, kind.maxAge().toMillis());
        }
    }

    private static Claimed claimed(Kind kind, ResultSet row) throws SQLException {
        List<Claim> claims = new ArrayList<>();
        List<Expired> expired = new ArrayList<>();
        while (row.next()) {
            if (row.getTimestamp("planned_at") == null) {
                expired.add(new Expired(row.getLong("effect_id"), row.getString("lane")));
            } else {
                claims.add(claim(kind, row));
            }
        }
        return new Claimed(claims, expired);
    }

    private static Claim claim(Kind kind, ResultSet row) throws SQLException {
        return new Claim(
                row.getLong("effect_id"),
                instant(row, "planned_at"),
                row.getLong("attempt_id"),
                instant(row, "claimed_at"),
                row.getInt("attempts"),
                row.getBoolean("asks") ? Purpose.QUERY : Purpose.SEND,
                EffectState.ofSql(row.getString("was")),
                row.getInt("failures"),
                row.getInt("repeats"),
                row.getBoolean("doubtful"),
                kind,
                names(row));
    }

    static Claim.Names names(ResultSet row) throws SQLException {
        return new Claim.Names(
                row.getString("idempotency_key"),
                row.getLong("canonical_id"),
                row.getLong("arrival_id"),
                row.getString("profile"),
                row.getString("rule"),
                row.getString("lane"),
                "conflict".equals(row.getString("planned_on")));
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp timestamp = row.getTimestamp(column);
        return timestamp == null ? null : timestamp.toInstant();
    }
}
