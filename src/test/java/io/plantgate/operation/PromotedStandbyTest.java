package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that runs on while its PostgreSQL dies, and a copy takes its place that lacks the last commits. */
class PromotedStandbyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Signed ANNA = new Signed("anna", "guard closed");

    private final ScriptedDevice device = new ScriptedDevice();
    private final TcpLink link = new TcpLink("postgresql");

    @TempDir
    private Path directory;

    private EmbeddedDatabase first;
    private EmbeddedDatabase copy;
    private HikariDataSource pool;
    private Operations node;

    @AfterEach
    void close() {
        node.close();
        pool.close();
        link.close();
        if (copy != null) {
            copy.close();
        }
        first.close();
    }

    @Test
    @Tag("W-37")
    @Tag("W-57")
    void whatLostCommitsHadWrittenIsNotWrittenAgain() throws Exception {
        device.tags.put("running", BooleanNode.FALSE);
        startOnTheFirst();
        node.ask(request("OP1", "start"));
        copyTheFirst();
        node.people().authorise(shift("OP1"), ANNA);
        awaitState("OP1", OperationState.SUCCEEDED);
        node.ask(request("OP2", "stop"));
        awaitState("OP2", OperationState.SUCCEEDED);
        assertThat(device.written).containsExactly("shift/OP1", "shift/OP2");

        copy = EmbeddedDatabase.startIn(directory.resolve("copy"), 0);
        link.leadTo(copy.port());
        link.cut();

        awaitState("OP1", OperationState.UNKNOWN);
        assertThat(node.find(shift("OP1")).orElseThrow().code()).isEqualTo("RESTORED_COPY");
        assertThat(node.find(shift("OP2"))).as("lost with the last commits").isEmpty();
        assertThat(node.ask(request("OP2", "stop"))).isInstanceOf(Asked.InRecovery.class);
        assertThat(device.written).containsExactly("shift/OP1", "shift/OP2");
    }

    private void awaitState(String id, OperationState state) {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(OperationsUnreachableException.class)
                .until(() -> node.find(shift(id)).orElseThrow().state() == state);
    }

    private void startOnTheFirst() {
        first = EmbeddedDatabase.startIn(directory.resolve("first"), 0);
        Flyway.configure()
                .dataSource(first.jdbcUrl(), "postgres", "postgres")
                .load()
                .migrate();
        link.leadTo(first.port());
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + link.port() + "/postgres?user=postgres");
        pool = new HikariDataSource(config);
        node = Operations.open(
                pool,
                HaltingWriting.plant(EquipmentReader.read(
                        "conveyor", "conveyor.equipment.yaml", OperationFixture.CONVEYOR, key -> null)),
                List.of(device),
                OperationFixture.settings(),
                "node-1",
                new SimpleMeterRegistry());
    }

    /** As a base backup and the log up to its end; what is committed later is lost. */
    private void copyTheFirst() throws Exception {
        Path from = directory.resolve("first");
        Path to = directory.resolve("copy");
        try (Connection connection = DriverManager.getConnection(first.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_backup_start('copy', true)");
            copy(from, to);
            try (ResultSet stopped = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                stopped.next();
                Files.writeString(to.resolve("backup_label"), stopped.getString(1));
            }
        }
        copy(from.resolve("pg_wal"), to.resolve("pg_wal"));
        Files.deleteIfExists(to.resolve("postmaster.pid"));
        // Recovery to the end of what is there, and a timeline of its own from then on.
        Files.createFile(to.resolve("recovery.signal"));
        Files.writeString(to.resolve("postgresql.auto.conf"), "restore_command = 'false'\n", StandardOpenOption.APPEND);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) throws IOException {
                Path there = to.resolve(from.relativize(folder));
                if (!Files.exists(there)) {
                    // With the original's rights, without which PostgreSQL does not start.
                    Files.copy(folder, there);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
                try {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
                } catch (NoSuchFileException e) {
                    return visitFileFailed(file, e);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                // The server has put it away meanwhile, which its log repeats.
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }
}
