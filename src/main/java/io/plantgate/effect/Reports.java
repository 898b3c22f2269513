package io.plantgate.effect;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what targets report, and settles accepted and unknown effects by it. A report is written first and matched then, and
 * so is an outcome: whichever of the two is later finds the other.
 */
final class Reports implements EffectReports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private static final String KEEP = """
            insert into effect_report (channel, reference, outcome, reason, answer_status, answer) values (?, ?, ?, ?, ?, ?)
            returning report_id""";

    // Centres use ids again. A report can only speak of what had been claimed before it came, and of that it is the
    // newest that
    // counts. Where that one is settled and was told so already, the report may be about one whose part is not kept
    // yet.
    private static final String HOLDER = """
            cross join lateral (
                  select p.effect_id, p.planned_at, bool_or(p.outcome is null) as untold
                    from attempt_part p
                   where p.channel = r.channel and p.reference = r.reference and p.claimed_at <= r.reported_at
                   group by p.effect_id, p.planned_at
                   order by min(p.attempt_id) desc
                   limit 1) h
             join outbox o on o.effect_id = h.effect_id and o.planned_at = h.planned_at
                          and (h.untold or o.state < 'delivered')""";

    private static final String HOLDER_OF =
            "select h.effect_id from effect_report r HOLDER where r.report_id = ?".replace("HOLDER", HOLDER);

    private static final String UNMATCHED = """
            select distinct h.effect_id
              from (select channel, reference, reported_at from effect_report where channel = ? and not matched
                     order by report_id desc limit 500) r
            HOLDER""".replace("HOLDER", HOLDER);

    private static final String LOCK = """
            select effect_id, state, kind, lane
              from outbox
             where effect_id = any(?) and exists (select from attempt_part p where p.effect_id = outbox.effect_id)
             order by effect_id
               for update""";

    private static final String LOCK_REPORTS = """
            select r.report_id, h.effect_id
              from (select distinct channel, reference from attempt_part where effect_id = any(?)) k
              join effect_report r on r.channel = k.channel and r.reference = k.reference and not r.matched
            HOLDER
             where h.effect_id = any(?)
             order by r.report_id
               for update of r""".replace("HOLDER", HOLDER);

    // The first word on a part counts; all words on it are kept.
    private static final String MATCH = """
            with told as (
                update effect_report r
                   set matched = true
                  from unnest(?::bigint[], ?::bigint[]) as k(report_id, effect_id)
                 where r.report_id = k.report_id
                returning r.report_id, k.effect_id, r.channel, r.reference, r.outcome, r.reason, r.reported_at)
            update attempt_part p
               set outcome = t.outcome, reason = t.reason, reported_at = t.reported_at
              from (select distinct on (effect_id, channel, reference) * from told
                     where outcome in ('DELIVERED', 'REJECTED') order by effect_id, channel, reference, report_id) t
             where p.effect_id = t.effect_id and p.channel = t.channel and p.reference = t.reference
               and p.claimed_at <= t.reported_at and p.outcome is null""";

    // An attempt that goes on with an earlier one's parts has rows with the same references.
    private static final String STANDING = """
            select p.attempt_id, count(*) filter (where t.outcome = 'DELIVERED') as delivered,
                   count(*) filter (where t.outcome = 'REJECTED') as rejected, coalesce(max(p.parts_total), count(*)) as total,
                   min(t.reason) as reason, string_agg(p.reference, ' ' order by p.part_no) as reference
              from attempt_part p
              left join (select distinct on (channel, reference) channel, reference, outcome, reason
                           from attempt_part where effect_id = ? and outcome is not null
                          order by channel, reference, reported_at) t
                on t.channel = p.channel and t.reference = p.reference
             where p.effect_id = ?
             group by p.attempt_id
             order by p.attempt_id desc""";

    private static final String SETTLE = """
            update outbox
               set state = ?::effect_state, due_at = null, settled_at = clock_timestamp(), reference = ?, reason = ?
             where effect_id = ? and state = ?::effect_state""";

    private final EffectStore store;
    private final Settled settled;

    /** Hears of an effect that a report has settled. */
    interface Settled {
        void settled(String kind, String lane, EffectState state);
    }

    Reports(EffectStore store, Settled settled) {
        this.store = store;
        this.settled = settled;
    }

    @Override
    public void report(String channel, String reference, Outcome outcome) {
        try {
            Outcome kept = Bounded.of(outcome, Answer.TEXT_BYTES_MAX);
            long report = store.inTransaction(connection -> keep(connection, channel, reference, kept));
            List<Long> holder = store.inTransaction(connection -> ids(connection, HOLDER_OF, report));
            settle(holder);
            if (holder.isEmpty()) {
                LOG.info(
                        "{}: a report on '{}' came before its outcome, once more, or is about nothing we sent.",
                        channel,
                        reference);
            }
        } catch (SQLException e) {
            throw new EffectsUnreachableException("A report of channel " + channel + " cannot be kept now.", e);
        }
    }

    // Each in a transaction of its own: whoever holds one row waits for no other.
    private void settle(List<Long> effectIds) throws SQLException {
        for (long effectId : effectIds) {
            tell(store.inTransaction(connection -> settleWithin(connection, List.of(effectId))));
        }
    }

    /** What a report moved. */
    record Move(String kind, String lane, EffectState to) {}

    /**
     * Looks whether what was reported settles these effects, in the caller's transaction. {@link #tell} it afterwards. Rows are
     * locked in one order everywhere: effects by their ids, then reports by theirs. A caller that holds more than
     * one effect holds all of these already.
     */
    List<Move> settleWithin(Connection connection, Collection<Long> effectIds) throws SQLException {
        Map<Long, Standing> standing = lock(connection, effectIds);
        if (standing.isEmpty()) {
            return List.of();
        }
        match(connection, connection.createArrayOf("int8", standing.keySet().toArray()));
        List<Move> moves = new ArrayList<>();
        for (Map.Entry<Long, Standing> effect : standing.entrySet()) {
            Standing now = effect.getValue();
            EffectState to = standing(connection, effect.getKey(), now.state());
            if (to != null) {
                moves.add(new Move(now.kind(), now.lane(), to));
            }
        }
        return moves;
    }

    /** It is committed already: whatever fails from here on is done at the next look. */
    void tell(List<Move> moves) {
        for (Move move : moves) {
            try {
                settled.settled(move.kind(), move.lane(), move.to());
            } catch (RuntimeException e) {
                LOG.warn("What follows from a report on kind {} is done later: {}", move.kind(), e.toString());
            }
        }
    }

    /** Matches reports that came while the outcome was being recorded. */
    void settleUnmatched(String channel) throws SQLException {
        settle(store.inTransaction(connection -> ids(connection, UNMATCHED, channel)));
    }

    private record Standing(EffectState state, String kind, String lane) {}

    /** Those of them that have parts. */
    private static Map<Long, Standing> lock(Connection connection, Collection<Long> effectIds) throws SQLException {
        Map<Long, Standing> locked = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setArray(1, connection.createArrayOf("int8", effectIds.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    EffectState state = EffectState.ofSql(row.getString("state"));
                    locked.put(
                            row.getLong("effect_id"),
                            new Standing(state, row.getString("kind"), row.getString("lane")));
                }
            }
        }
        return locked;
    }

    private static void match(Connection connection, Array effects) throws SQLException {
        List<Long> reports = new ArrayList<>();
        List<Long> holders = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK_REPORTS)) {
            statement.setArray(1, effects);
            statement.setArray(2, effects);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    reports.add(row.getLong("report_id"));
                    holders.add(row.getLong("effect_id"));
                }
            }
        }
        if (!reports.isEmpty()) {
            match(connection, reports, holders);
        }
    }

    private static void match(Connection connection, List<Long> reports, List<Long> holders) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MATCH)) {
            statement.setArray(1, connection.createArrayOf("int8", reports.toArray()));
            statement.setArray(2, connection.createArrayOf("int8", holders.toArray()));
            statement.executeUpdate();
        }
    }

    private static EffectState standing(Connection connection, long effectId, EffectState from) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STANDING)) {
            statement.setLong(1, effectId);
            statement.setLong(2, effectId);
            try (ResultSet attempt = statement.executeQuery()) {
                boolean newest = true;
                while (attempt.next()) {
                    int total = attempt.getInt("total");
                    int delivered = attempt.getInt("delivered");
                    int rejected = attempt.getInt("rejected");
                    String reference = attempt.getString("reference");
                    if (delivered >= total) {
                        return move(connection, effectId, from, EffectState.DELIVERED, reference, null);
                    }
                    if (newest && delivered + rejected >= total) {
                        String reason =
                                "Of " + total + " parts " + rejected + " failed: " + attempt.getString("reason");
                        return move(connection, effectId, from, EffectState.REJECTED, reference, reason);
                    }
                    newest = false;
                }
                return null;
            }
        }
    }

    /** The state that it moved to, or null if it may not. */
    private static EffectState move(
            Connection connection, long effectId, EffectState from, EffectState to, String reference, String reason)
            throws SQLException {
        if (!Moves.allowed(Moves.Cause.REPORT, from, to)) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(SETTLE)) {
            statement.setString(1, to.sql());
            statement.setString(2, reference);
            statement.setString(3, reason);
            statement.setLong(4, effectId);
            statement.setString(5, from.sql());
            return statement.executeUpdate() == 1 ? to : null;
        }
    }

    private static long keep(Connection connection, String channel, String reference, Outcome outcome)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
            statement.setString(1, channel);
            statement.setString(2, Texts.storable(reference));
            statement.setString(3, OutcomeWord.of(outcome).name());
            statement.setString(4, Texts.storable(outcome.reason()));
            statement.setString(5, Texts.storable(outcome.answer().status()));
            statement.setString(6, Texts.storable(outcome.answer().text()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static List<Long> ids(Connection connection, String sql, Object... parameters) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getLong(1));
                }
            }
        }
        return ids;
    }
}
