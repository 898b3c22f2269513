package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** People's moves, each with its row in {@code effect_move} in one transaction. */
final class PostgresPeople implements EffectPeople {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresPeople.class);

    private static final String LOCK = "select state, kind, lane from outbox where effect_id = ? for update";

    // A laned one becomes due with its turn.
    private static final String RETRY = """
            update outbox
               set state = 'pending', due_at = case when lane is null then clock_timestamp() end, asks = false, doubtful = doubtful
                   and state = 'unknown', failures = 0, repeats = 0, age_waived = true, settled_at = null, reason = null
             where effect_id = ?""";
    private static final String SETTLE = """
            update outbox
               set state = ?::effect_state, due_at = null, settled_at = clock_timestamp(), reference = coalesce(?, reference),
                   reason = ?, doubtful = doubtful and ?
             where effect_id = ?""";
    private static final String RELEASE = """
            update outbox
               set lane = null, due_at = case when state = 'pending' then coalesce(due_at, clock_timestamp()) else due_at end
             where effect_id = ?""";
    private static final String APPEND = """
            insert into effect_move (effect_id, action, from_state, to_state, moved_by, reason, lane)
            values (?, ?, ?::effect_state, ?::effect_state, ?, ?, ?)""";
    private static final String RELEASE_HELD = """
            with held as materialized (
                select effect_id, planned_at from outbox where state = 'held' and kind = ?
                 order by planned_at limit ? for update skip locked),
            released as (
                update outbox o
                   set state = 'pending', due_at = case when o.lane is null then clock_timestamp() end
                  from held h
                 where o.effect_id = h.effect_id and o.planned_at = h.planned_at
                returning o.effect_id)
            insert into effect_move (effect_id, action, from_state, to_state, moved_by, reason)
            select effect_id, 'release', 'held', 'pending', ?, ? from released""";

    private final EffectStore store;
    private final EffectSwitch mode;
    private final Reports.Settled settled;
    private final Runnable wakeAll;

    /** @param wakeAll effects may have become due */
    PostgresPeople(EffectStore store, EffectSwitch mode, Reports.Settled settled, Runnable wakeAll) {
        this.store = store;
        this.mode = mode;
        this.settled = settled;
        this.wakeAll = wakeAll;
    }

    private record Standing(EffectState state, String kind, String lane) {}

    /** A move, once it is allowed. */
    private interface Change {
        void make(Connection connection) throws SQLException;
    }

    @Override
    public Answered retry(long effectId, Signed signed) {
        return move(
                effectId,
                "retry",
                EffectState.PENDING,
                false,
                signed,
                connection -> update(connection, RETRY, effectId));
    }

    @Override
    public Answered cancel(long effectId, Signed signed) {
        return settle(effectId, "cancel", EffectState.CANCELLED, null, signed);
    }

    @Override
    public Answered skip(long effectId, Signed signed) {
        return settle(effectId, "skip", EffectState.CANCELLED, null, signed);
    }

    @Override
    public Answered settle(long effectId, EffectState to, String reference, Signed signed) {
        if (!Set.of(EffectState.DELIVERED, EffectState.REJECTED).contains(to)) {
            throw new IllegalArgumentException(
                    "A person settles an effect as delivered or rejected, not as " + to + ".");
        }
        return settle(effectId, "settle", to, reference, signed);
    }

    private Answered settle(long effectId, String action, EffectState to, String reference, Signed signed) {
        boolean named = reference != null && !reference.isBlank();
        return move(effectId, action, to, named, signed, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(SETTLE)) {
                statement.setString(1, to.sql());
                statement.setString(2, reference);
                statement.setString(3, "Decided by " + signed.by() + ": " + signed.reason());
                statement.setBoolean(4, to == EffectState.CANCELLED);
                statement.setLong(5, effectId);
                statement.executeUpdate();
            }
        });
    }

    @Override
    public Answered release(long effectId, Signed signed) {
        return transact(connection -> {
            Standing now = lock(connection, effectId);
            if (now == null) {
                return new Answered.NotThere();
            }
            if (now.lane() == null || now.state().terminal()) {
                return new Answered.NotNow(now.state(), "It holds nobody up.");
            }
            update(connection, RELEASE, effectId);
            append(connection, effectId, "release", now.state(), now.state(), now.lane(), signed);
            return new Answered.Moved(now.state(), now.state());
        });
    }

    @Override
    public int releaseHeld(String kind, int most, Signed signed) {
        int released = inTransaction(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(RELEASE_HELD)) {
                statement.setString(1, kind);
                statement.setInt(2, most);
                statement.setString(3, signed.by());
                statement.setString(4, signed.reason());
                return statement.executeUpdate();
            }
        });
        wakeAll.run();
        return released;
    }

    @Override
    public boolean resume(String channel, Signed signed) {
        try {
            boolean resumed = store.resume(channel, signed.by(), signed.reason());
            if (resumed) {
                LOG.info("{}: was stopped by its target; {} resumed it: {}", channel, signed.by(), signed.reason());
            }
            wakeAll.run();
            return resumed;
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    @Override
    public void switchTo(Mode to, Signed signed) {
        inTransaction(connection -> {
            mode.set(connection, to, signed.by(), signed.reason());
            return true;
        });
        LOG.info("Effects are {} now: {} said so: {}", to, signed.by(), signed.reason());
        try {
            mode.refresh();
        } catch (SQLException e) {
            throw unreachable(e);
        }
        wakeAll.run();
    }

    private Answered move(long effectId, String action, EffectState to, boolean named, Signed signed, Change change) {
        Standing[] before = new Standing[1];
        Answered answered = transact(connection -> {
            Standing now = lock(connection, effectId);
            before[0] = now;
            if (now == null) {
                return new Answered.NotThere();
            }
            if (!Moves.allowed(Moves.Cause.PERSON, now.state(), to)) {
                return new Answered.NotNow(now.state(), "A person cannot move it from there to " + to + ".");
            }
            if (to == EffectState.DELIVERED && now.state().terminal() && !named) {
                return new Answered.NotNow(
                        now.state(), "That it was done nevertheless needs its reference: the document or message id.");
            }
            change.make(connection);
            append(connection, effectId, action, now.state(), to, null, signed);
            return new Answered.Moved(now.state(), to);
        });
        if (answered instanceof Answered.Moved) {
            settled.settled(before[0].kind(), before[0].lane(), to);
        }
        return answered;
    }

    private Answered transact(EffectStore.Step<Answered> step) {
        Answered answered = inTransaction(step);
        wakeAll.run();
        return answered;
    }

    private <T> T inTransaction(EffectStore.Step<T> step) {
        try {
            return store.inTransaction(step);
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    private static EffectsUnreachableException unreachable(SQLException e) {
        return new EffectsUnreachableException(
                "The database does not answer. Look at it again before you say the same once more.", e);
    }

    private static Standing lock(Connection connection, long effectId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setLong(1, effectId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new Standing(EffectState.ofSql(row.getString(1)), row.getString(2), row.getString(3))
                        : null;
            }
        }
    }

    private static void update(Connection connection, String sql, long effectId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, effectId);
            statement.executeUpdate();
        }
    }

    private static void append(
            Connection connection,
            long effectId,
            String action,
            EffectState from,
            EffectState to,
            String lane,
            Signed signed)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
            statement.setLong(1, effectId);
            statement.setString(2, action);
            statement.setString(3, from.sql());
            statement.setString(4, to.sql());
            statement.setString(5, signed.by());
            statement.setString(6, signed.reason());
            statement.setString(7, lane);
            statement.executeUpdate();
        }
    }
}
