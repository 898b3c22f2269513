package io.plantgate.effect;

import io.plantgate.event.PayloadReading;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database's side of channels, each step a transaction of its own; no step waits for a target. */
final class EffectStore {

    private static final Logger LOG = LoggerFactory.getLogger(EffectStore.class);

    private static final String STOP = """
            insert into effect_channel_stop (channel, reason) values (?, ?)
            on conflict (channel) where resumed_at is null do nothing""";
    private static final String RESUME = """
            update effect_channel_stop set resumed_at = now(), resumed_by = ?, resume_reason = ?
             where channel = ? and resumed_at is null""";

    private static final String STOPS = "select channel, reason from effect_channel_stop where resumed_at is null";
    private static final String REFERENCES =
            "select effect_id, reference from attempt_part where effect_id = any(?) order by attempt_id, part_no";

    private static final Outcome LEASE_RAN_OUT = new Outcome.Unknown(
            "LEASE_RAN_OUT: its worker neither ended nor renewed it; how far it came is not known.", Answer.NONE);
    private static final int RUN_OUT_MAX = 500;

    private final DataSource dataSource;
    private final Claims claims = new Claims();
    private final Outcomes outcomes = new Outcomes();
    private final Leases leases = new Leases();
    private final Lanes lanes = new Lanes();
    private final KindVersions versions = new KindVersions();
    private final KeptEvents events;

    EffectStore(DataSource dataSource, PayloadReading reading) {
        this.dataSource = dataSource;
        this.events = new KeptEvents(reading);
    }

    Claims.Claimed claim(Kind kind, Claims.Terms terms, int most) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            return claims.claim(connection, kind, versions.number(connection, kind), terms, most);
        }
    }

    Map<Long, KeptEvents.KeptEvent> events(Collection<Long> arrivalIds) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return events.read(connection, arrivalIds);
        }
    }

    /** What targets called the parts of these effects, newest last. */
    Map<Long, List<String>> references(Collection<Long> effectIds) throws SQLException {
        Map<Long, List<String>> references = new HashMap<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(REFERENCES)) {
            statement.setArray(1, connection.createArrayOf("int8", effectIds.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    references
                            .computeIfAbsent(row.getLong(1), id -> new ArrayList<>())
                            .add(row.getString(2));
                }
            }
        }
        return references;
    }

    /** What was sent of these effects before, oldest first. */
    Map<Long, List<SentBefore>> sentBefore(Collection<Long> effectIds) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return SentBefore.read(connection, effectIds);
        }
    }

    KeptEvents kept() {
        return events;
    }

    /**
     * Records the ends that still hold their tokens; returns their attempts.
     *
     * @param again whether an earlier try may have been committed although it failed: then its attempts are among them
     */
    Set<Long> record(String channel, List<Ended> ended, boolean again, Reports reports) throws SQLException {
        List<Reports.Move> moves = new ArrayList<>();
        Set<Long> recorded = inTransaction(connection -> {
            Set<Long> inTime = outcomes.record(connection, channel, ended);
            for (Ended end : ended) {
                if (end.outcome() instanceof Outcome.TargetStopped stopped) {
                    stop(connection, channel, stopped.reason());
                }
            }
            moves.addAll(reports.settleWithin(connection, open(ended, inTime)));
            if (again) {
                inTime.addAll(outcomes.recordedBefore(connection, ended));
            }
            return inTime;
        });
        reports.tell(moves);
        return recorded;
    }

    /** Effects that a report may settle now; only those whose rows are locked by having been recorded. */
    private static List<Long> open(List<Ended> ended, Set<Long> recorded) {
        return ended.stream()
                .filter(end -> recorded.contains(end.claim().attemptId()))
                .filter(end -> end.consequence().state() == EffectState.ACCEPTED
                        || end.consequence().state() == EffectState.UNKNOWN)
                .map(end -> end.claim().effectId())
                .toList();
    }

    private static void stop(Connection connection, String channel, String reason) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STOP)) {
            statement.setString(1, channel);
            statement.setString(2, Texts.storable(reason));
            if (statement.executeUpdate() > 0) {
                LOG.error(
                        "{}: its target stopped it, nothing of it is sent until somebody resumes it: {}",
                        channel,
                        reason);
            }
        }
    }

    /** The reasons of the channels that are stopped. */
    Map<String, String> stops() throws SQLException {
        Map<String, String> stops = new TreeMap<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(STOPS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                stops.put(row.getString(1), row.getString(2));
            }
        }
        return stops;
    }

    /** Ends a channel's stop; false if it was not stopped. */
    boolean resume(String channel, String by, String reason) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(RESUME)) {
            statement.setString(1, by);
            statement.setString(2, reason);
            statement.setString(3, channel);
            return statement.executeUpdate() > 0;
        }
    }

    Set<Long> renew(List<Claim> held, long leaseMillis) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return leases.renew(connection, held, leaseMillis);
        }
    }

    /**
     * Moves what has lost its worker to unknown, and on by its kind's rule.
     *
     * @param leaseMillis that claims of this channel hold for
     * @param held what this node itself is still at
     */
    List<Ended> endRunOut(String channel, Kind kind, long leaseMillis, Collection<Claim> held, Reports reports)
            throws SQLException {
        List<Reports.Move> moves = new ArrayList<>();
        List<Ended> all = inTransaction(connection -> {
            List<Ended> ended = new ArrayList<>();
            for (Claim claim : leases.runOut(connection, kind, leaseMillis, held, RUN_OUT_MAX)) {
                Consequence consequence = Consequence.of(claim, LEASE_RAN_OUT, true, ThreadLocalRandom.current());
                ended.add(new Ended(claim, LEASE_RAN_OUT, consequence, null, Duration.ZERO));
            }
            if (!ended.isEmpty()) {
                Set<Long> recorded = outcomes.record(connection, channel, ended);
                moves.addAll(reports.settleWithin(connection, open(ended, recorded)));
            }
            return ended;
        });
        reports.tell(moves);
        return all;
    }

    int releaseLanes(String kind, Collection<String> free) throws SQLException {
        return inTransaction(connection -> lanes.release(connection, kind, free));
    }

    int releaseAllLanes(String kind) throws SQLException {
        return inTransaction(connection -> lanes.releaseAll(connection, kind));
    }

    <T> T inTransaction(Step<T> step) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = step.run(connection);
                connection.commit();
                return result;
            } finally {
                if (!connection.isClosed()) {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
        }
    }

    /** What is done in one transaction. */
    interface Step<T> {
        T run(Connection connection) throws SQLException;
    }
}
