package io.plantgate.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.embedded.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;

/**
 * One PostgreSQL for the whole test run; each test that asks gets a migrated database of its own, copied from a
 * template in some tens of milliseconds.
 */
public final class TestDatabase implements AutoCloseable {

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static EmbeddedDatabase server;

    private final String name;
    private final HikariDataSource dataSource;

    private TestDatabase(String name) {
        this.name = name;
        this.dataSource = pool(url());
    }

    /** A migrated database that nobody else uses. */
    public static TestDatabase fresh() {
        String name = "test_" + COUNTER.incrementAndGet();
        execute("create database " + name + " template " + template());
        return new TestDatabase(name);
    }

    public HikariDataSource dataSource() {
        return dataSource;
    }

    public String url() {
        return server().jdbcUrl(name);
    }

    /** A pool of its own on this database, as a second node would have. */
    public HikariDataSource anotherPool() {
        return pool(url());
    }

    @Override
    public void close() {
        dataSource.close();
        execute("drop database if exists " + name + " with (force)");
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static synchronized EmbeddedDatabase server() {
        if (server == null) {
            server = EmbeddedDatabase.startFresh();
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        return server;
    }

    private static synchronized String template() {
        if (!templateExists) {
            execute("create database plantgate_template");
            Flyway.configure()
                    .dataSource(server().jdbcUrl("plantgate_template"), "postgres", "postgres")
                    .load()
                    .migrate();
            templateExists = true;
        }
        return "plantgate_template";
    }

    private static boolean templateExists;

    private static void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(server().jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
