package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Live, hold or off. The claim itself asks the table, so that a hold stops all nodes at once; what is planned goes by the
 * value remembered here.
 */
final class EffectSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(EffectSwitch.class);

    private static final String CONFIGURED_BY = "configuration";

    private static final String NEWEST = "select mode from effect_switch order by switch_id desc limit 1";
    private static final String CONFIGURED =
            "select mode from effect_switch where switched_by = ? order by switch_id desc limit 1";
    private static final String APPEND = "insert into effect_switch (mode, switched_by, reason) values (?, ?, ?)";

    private final DataSource dataSource;
    private volatile Mode mode = Mode.LIVE;

    EffectSwitch(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    Mode mode() {
        return mode;
    }

    void refresh() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Mode newest = read(connection, NEWEST, null);
            mode = newest == null ? Mode.LIVE : newest;
        }
    }

    /** Appends the configured value if it is another than the one that the configuration had before. */
    void configure(Mode configured) throws SQLException {
        if (configured == null) {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            Mode before = read(connection, CONFIGURED, CONFIGURED_BY);
            boolean asEver = before == null && configured == Mode.LIVE && read(connection, NEWEST, null) == null;
            if (configured != before && !asEver) {
                append(connection, configured, CONFIGURED_BY, "plantgate.effect.effects");
                LOG.info("Effects are {} now: the configuration says so (plantgate.effect.effects).", configured);
            }
        }
    }

    /** Sets it, with name and reason; counts for all nodes from their next claim on. */
    void set(Connection connection, Mode to, String by, String reason) throws SQLException {
        append(connection, to, by, reason);
    }

    private static void append(Connection connection, Mode to, String by, String reason) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
            statement.setString(1, to.name().toLowerCase(Locale.ROOT));
            statement.setString(2, by);
            statement.setString(3, reason);
            statement.executeUpdate();
        }
    }

    private static Mode read(Connection connection, String sql, String by) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (by != null) {
                statement.setString(1, by);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Mode.valueOf(row.getString(1).toUpperCase(Locale.ROOT)) : null;
            }
        }
    }
}
