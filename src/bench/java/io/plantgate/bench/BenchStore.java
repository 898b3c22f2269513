package io.plantgate.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;

/** One durable PostgreSQL with the shipped schema, emptied before each run. */
final class BenchStore implements AutoCloseable {

    private final EmbeddedDatabase server;
    private final HikariDataSource dataSource;
    private final PostgresLedger ledger;

    BenchStore() throws SQLException {
        this(Map.of());
    }

    /** With these settings of PostgreSQL in place of those of the embedded one. */
    BenchStore(Map<String, String> settings) throws SQLException {
        server = EmbeddedDatabase.startFresh(settings);
        dataSource = pool(server.jdbcUrl());
        Flyway.configure().dataSource(dataSource).load().migrate();
        execute("create table stock_event (k text primary key, raw bytea not null, at timestamptz default now())");
        execute(SpringIntegration.TABLE);
        ledger = PostgresLedger.open(dataSource, (first, under) -> Optional.empty(), LedgerSettings.defaults("bench"));
    }

    String jdbcUrl() {
        return server.jdbcUrl();
    }

    HikariDataSource dataSource() {
        return dataSource;
    }

    PostgresLedger ledger() {
        return ledger;
    }

    /** Events per second into an empty store. */
    double timed(Contender contender, List<Message> messages) throws Exception {
        empty();
        return timedAgain(contender, messages);
    }

    /** Every table that a run fills. */
    void empty() throws SQLException {
        execute("truncate identity, arrival, outbox, stock_event, int_metadata_store, sequence_block, sequence_gap");
    }

    /** Events per second into the store as it is. */
    double timedAgain(Contender contender, List<Message> messages) throws Exception {
        contender.prepare(messages);
        rest();
        long start = System.nanoTime();
        contender.record(messages);
        return messages.size() * 1e9 / (System.nanoTime() - start);
    }

    /** So many entities that have sent their number 1. */
    void fillTracks(int entities) throws SQLException {
        execute("insert into source (source) select 'sequence:KNOWN-' || n from generate_series(1, " + entities
                + ") n");
        execute("""
                insert into sequence_track (source_id, boot_id, high, numbers, track)
                select source_id, '', 1, 1, decode('0000000000000001' || repeat('00', 8) || '0000000000000002'
                       || repeat('00', 120), 'hex') from source where source like 'sequence:KNOWN-%'""");
        execute("vacuum analyze sequence_track, source");
    }

    /** Leaves nothing of the last run to be done in the next. */
    void rest() throws SQLException {
        execute("checkpoint");
        // The messages of this benchmark are its own burden: out of the young generation before the clock starts.
        System.gc();
    }

    /** Fails unless it holds so many arrivals. */
    void requireArrivals(int expected) throws SQLException {
        long stored = arrivals();
        if (stored != expected) {
            throw new IllegalStateException(stored + " arrivals stored of " + expected);
        }
    }

    private long arrivals() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from arrival")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(20);
        return new HikariDataSource(config);
    }

    @Override
    public void close() {
        ledger.close();
        dataSource.close();
        server.close();
    }
}
