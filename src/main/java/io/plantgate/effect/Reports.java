package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what targets report, and settles accepted and unknown effects by it. A report is written first and matched then, and
 * so is an outcome: whichever of the two is later finds the other.
 */
final class Reports implements EffectReports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private static final String KEEP =
            "insert into effect_report (channel, reference, outcome, reason, answer_status, answer) values (?, ?, ?, ?, ?, ?)";

    private static final String EFFECTS_OF =
            "select distinct effect_id from attempt_part where channel = ? and reference = ?";

    private static final String WITH_PARTS = "select distinct effect_id from attempt_part where effect_id = any(?)";

    private static final String UNMATCHED = """
            select distinct p.effect_id
              from (select channel, reference from effect_report where channel = ? and not matched
                     order by report_id desc limit 500) r
              join attempt_part p using (channel, reference)""";

    private static final String LOCK = """
            select planned_at, state, kind, lane from outbox where effect_id = ? for update""";

    // The first word on a part counts; all words on it are kept.
    private static final String MATCH = """
            with told as (
                update effect_report r
                   set matched = true
                  from attempt_part p
                 where p.effect_id = ? and r.channel = p.channel and r.reference = p.reference and not r.matched
                returning r.report_id, r.channel, r.reference, r.outcome, r.reason, r.reported_at)
            update attempt_part p
               set outcome = t.outcome, reason = t.reason, reported_at = t.reported_at
              from (select distinct on (channel, reference) * from told
                     where outcome in ('DELIVERED', 'REJECTED') order by channel, reference, report_id) t
             where p.effect_id = ? and p.channel = t.channel and p.reference = t.reference and p.outcome is null""";

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
            store.inTransaction(connection -> keep(connection, channel, reference, kept));
            List<Long> effects =
                    store.inTransaction(connection -> ids(connection, EFFECTS_OF, channel, Texts.storable(reference)));
            settle(effects);
            if (effects.isEmpty()) {
                LOG.info(
                        "{}: a report on '{}' came before its outcome, or is about nothing we sent.",
                        channel,
                        reference);
            }
        } catch (SQLException e) {
            throw new EffectsUnreachableException("A report of channel " + channel + " cannot be kept now.", e);
        }
    }

    private void settle(Collection<Long> effectIds) throws SQLException {
        tell(store.inTransaction(connection -> settleWithin(connection, effectIds)));
    }

    /** What a report moved. */
    record Move(String kind, String lane, EffectState to) {}

    /** Looks whether what was reported settles these effects, in the caller's transaction. {@link #tell} it afterwards. */
    List<Move> settleWithin(Connection connection, Collection<Long> effectIds) throws SQLException {
        List<Move> moves = new ArrayList<>();
        // In order of ids, so that two of these never wait for each other.
        for (long effectId :
                new TreeSet<>(ids(connection, WITH_PARTS, connection.createArrayOf("int8", effectIds.toArray())))) {
            Move move = settle(connection, effectId);
            if (move != null) {
                moves.add(move);
            }
        }
        return moves;
    }

    void tell(List<Move> moves) {
        moves.forEach(move -> settled.settled(move.kind(), move.lane(), move.to()));
    }

    /** Matches reports that came while the outcome was being recorded. */
    void settleUnmatched(String channel) throws SQLException {
        tell(store.inTransaction(connection -> settleWithin(connection, ids(connection, UNMATCHED, channel))));
    }

    private static Move settle(Connection connection, long effectId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setLong(1, effectId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                match(connection, effectId);
                EffectState from = EffectState.ofSql(row.getString("state"));
                EffectState to = standing(connection, effectId, from);
                return to == null ? null : new Move(row.getString("kind"), row.getString("lane"), to);
            }
        }
    }

    private static void match(Connection connection, long effectId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MATCH)) {
            statement.setLong(1, effectId);
            statement.setLong(2, effectId);
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

    private static Void keep(Connection connection, String channel, String reference, Outcome outcome)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
            statement.setString(1, channel);
            statement.setString(2, Texts.storable(reference));
            statement.setString(3, OutcomeWord.of(outcome).name());
            statement.setString(4, Texts.storable(outcome.reason()));
            statement.setString(5, Texts.storable(outcome.answer().status()));
            statement.setString(6, Texts.storable(outcome.answer().text()));
            statement.executeUpdate();
            return null;
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
