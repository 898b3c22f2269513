package io.plantgate.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of our own on a loopback port, for the first minutes and for tests. Durable: {@code fsync} is on,
 * the data directory is kept and survives a killed process.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    static final String USER = "postgres";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
    private static final Duration START_WITHIN = Duration.ofSeconds(60);

    private final EmbeddedPostgres server;

    private EmbeddedDatabase(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * Starts on a data directory that is made if missing and kept at the end. A server that a killed gateway left
     * running on it is stopped first.
     *
     * @param port on loopback; 0 for any that is free
     * @throws DataDirectoryInUseException if another gateway runs on the directory
     */
    public static EmbeddedDatabase startIn(Path dataDirectory, int port) {
        Leftover.clear(dataDirectory);
        EmbeddedDatabase database = start(configure()
                .setDataDirectory(dataDirectory)
                .setCleanDataDirectory(false)
                .setPort(port));
        LOG.info(
                "Embedded PostgreSQL: {} (user {}, no password), data in {}",
                "jdbc:postgresql://localhost:" + database.port() + "/postgres",
                USER,
                dataDirectory.toAbsolutePath());
        return database;
    }

    /** Starts on a directory of its own that goes with the server. */
    public static EmbeddedDatabase startFresh() {
        return startFresh(Map.of());
    }

    /** The same with settings of PostgreSQL (names and values as in {@code postgresql.conf}) in place of ours. */
    public static EmbeddedDatabase startFresh(Map<String, String> settings) {
        EmbeddedPostgres.Builder builder = configure().setCleanDataDirectory(true);
        settings.forEach(builder::setServerConfig);
        return start(builder);
    }

    private static EmbeddedPostgres.Builder configure() {
        return EmbeddedPostgres.builder()
                // zonky's default is off: a power cut would lose what was acknowledged.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "100")
                .setServerConfig("shared_buffers", "256MB")
                .setServerConfig("max_wal_size", "2GB")
                // This build has pglz only, which costs as much time as all the rest of a first arrival with a random
                // id (ADR 21).
                .setServerConfig("wal_compression", "off")
                .setServerConfig("timezone", "UTC")
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("encoding", "UTF-8")
                .setPGStartupWait(START_WITHIN)
                // Its own hook would stop PostgreSQL while the routes still drain.
                .setRegisterShutdownHook(false);
    }

    private static EmbeddedDatabase start(EmbeddedPostgres.Builder builder) {
        try {
            return new EmbeddedDatabase(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL does not start.", e);
        }
    }

    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    public String jdbcUrl(String database) {
        return server.getJdbcUrl(USER, database);
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL does not stop.", e);
        }
    }
}
