package io.plantgate.report;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.event.Event;
import io.plantgate.event.Payload;
import io.plantgate.event.PayloadRereading;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.Reading;
import io.plantgate.intake.Profile;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;

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
     * @throws SQLException if the database refuses
     */
    public static AcceptanceStore open(String jdbcUrl, String user, String password, Profile profile)
            throws SQLException {
        HikariDataSource pool = pool(jdbcUrl, user, password);
        try {
            Flyway.configure().dataSource(pool).load().migrate();
            LedgerSettings settings = LedgerSettings.defaults(NODE).withShards(1);
            return new AcceptanceStore(pool, PostgresLedger.open(pool, rereading(profile), settings), profile);
        } catch (SQLException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    public Acceptance acceptance() {
        return new Acceptance(pool, ledger, profile);
    }

    private static HikariDataSource pool(String jdbcUrl, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setPoolName(NODE);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** The store may hold arrivals that an older text of the profile hashed. */
    private static PayloadRereading rereading(Profile profile) {
        return (first, under) -> under.equals(profile.version()) ? reread(first, under, profile) : Optional.empty();
    }

    private static Optional<Payload> reread(PayloadRereading.KeptArrival first, ProfileVersion under, Profile profile) {
        Reading reading = profile.complete(
                new PayloadRereading.KeptArrival(first.raw(), first.header(), first.facts(), under, null), Map.of());
        return reading instanceof Event event ? Optional.of(event.payload()) : Optional.empty();
    }

    @Override
    public void close() {
        ledger.close();
        pool.close();
    }
}
