package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that this database is a copy: another cluster, another timeline (a restore to a point in time, a promoted standby) or
 * another database than the one on which effects last ran. What was pending in the copy may have been done since, so it is held,
 * and new effects get keys of a new deployment, because the original may have given the same ids to other events since.
 * A copy of the files of a stopped server, started in place of the original, cannot be told from it.
 */
final class Deployment {

    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    static final String DETECTED_BY = "restore detection";

    private static final String ANOTHER_PLACE =
            "Another cluster, timeline or database than the one on which effects last ran.";

    private static final String LOCK = "lock table effect_deployment in exclusive mode";

    /**
     * The timeline on which this server writes now. The control file has it only from the checkpoint after a promotion on. A
     * standby writes on none, and nothing can be changed there.
     */
    static final String TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int";

    private static final String SEEN = """
            select (d.system_identifier, d.timeline, d.database) = (s.system_identifier, %s, b.oid)
              from effect_deployment d, pg_control_system() s, pg_database b
             where b.datname = current_database()""".formatted(TIMELINE);
    private static final String REMEMBER = """
            insert into effect_deployment (system_identifier, timeline, database)
            select s.system_identifier, %s, b.oid
              from pg_control_system() s, pg_database b where b.datname = current_database()
                on conflict (only_row) do update
               set system_identifier = excluded.system_identifier, timeline = excluded.timeline, database = excluded.database,
                   seen_at = now()""".formatted(TIMELINE);
    private static final String HOLD = """
            update outbox
               set state = case when state = 'pending' then 'held' else 'unknown' end::effect_state, due_at = null,
                   doubtful = doubtful or state = 'in_flight', reason = 'In a restored database: it may have been done since.'
             where state in ('pending', 'in_flight') or state = 'unknown' and due_at is not null and not asks""";
    private static final String SWITCH = "insert into effect_switch (mode, switched_by, reason) values ('hold', ?, ?)";
    private static final String NEW_KEYS = "insert into deployment (reason) values (?)";
    private static final String NEWEST_BY = "select switched_by = ? from effect_switch order by switch_id desc limit 1";

    private Deployment() {}

    /** As {@link #check}, without its lock as long as nothing has changed. */
    static boolean look(EffectStore store) throws SQLException {
        Boolean same = store.inTransaction(connection -> ask(connection, SEEN));
        return !Boolean.TRUE.equals(same) && check(store);
    }

    /** Holds all effects if this is a restored copy; true if it is. */
    static boolean check(EffectStore store) throws SQLException {
        boolean restored = store.inTransaction(connection -> {
            execute(connection, LOCK);
            Boolean same = ask(connection, SEEN);
            if (Boolean.FALSE.equals(same)) {
                execute(connection, HOLD);
                hold(connection);
            }
            if (!Boolean.TRUE.equals(same)) {
                execute(connection, REMEMBER);
                newKeys(connection, same == null ? "Effects run here for the first time." : ANOTHER_PLACE);
            }
            return Boolean.FALSE.equals(same);
        });
        if (restored) {
            LOG.error(
                    "This database was restored or promoted: its effects are held, because they may have been done since"
                            + " the copy was made. Look at them, release or cancel them, then switch effects to live.");
        }
        return restored;
    }

    /** True while nobody has said since then how to go on. */
    static boolean holds(EffectStore store) throws SQLException {
        return store.inTransaction(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(NEWEST_BY)) {
                statement.setString(1, DETECTED_BY);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() && row.getBoolean(1);
                }
            }
        });
    }

    private static void hold(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SWITCH)) {
            statement.setString(1, DETECTED_BY);
            statement.setString(2, ANOTHER_PLACE);
            statement.executeUpdate();
        }
    }

    // Not only of copies that had run: an image with an empty store may be started many times.
    private static void newKeys(Connection connection, String reason) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEW_KEYS)) {
            statement.setString(1, reason);
            statement.executeUpdate();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Boolean ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getBoolean(1) : null;
        }
    }
}
