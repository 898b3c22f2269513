package io.plantgate.report;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileRereading;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** A database with the ledger on it, wired by hand: the command runs without the gateway. */
public final class AcceptanceStore implements AutoCloseable {

    private static final String NODE = "accept";

    private final HikariDataSource pool;
    private final PostgresLedger ledger;
    private final Profile profile;

    private AcceptanceStore(HikariDataSource pool, PostgresLedger ledger, Profile profile) {
        this.pool = pool;
        this.ledger = ledger;
        this.profile = profile;
    }

    /**
     * Connects, brings the tables up to this version, and opens the ledger.
     *
     * @param user may be null, then the URL says who
     * @throws SQLException if the database is not there or refuses
     */
    public static AcceptanceStore open(String jdbcUrl, String user, String password, Profile profile)
            throws SQLException {
        HikariDataSource pool = pool(jdbcUrl, user, password);
        try {
            Flyway.configure().dataSource(pool).load().migrate();
            LedgerSettings settings = LedgerSettings.defaults(NODE).withShards(1);
            return new AcceptanceStore(pool, PostgresLedger.open(pool, new ProfileRereading(), settings), profile);
        } catch (SQLException | FlywayException e) {
            pool.close();
            throw new SQLException(e.getMessage(), e);
        }
    }

    public Acceptance acceptance() {
        return new Acceptance(pool, ledger, profile);
    }

    private static HikariDataSource pool(String jdbcUrl, String user, String password) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setPoolName(NODE);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        try {
            return new HikariDataSource(config);
        } catch (PoolInitializationException | IllegalArgumentException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        ledger.close();
        pool.close();
    }
}
