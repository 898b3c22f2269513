package io.plantgate.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM of its own is killed with SIGKILL; its PostgreSQL lives on. */
class KilledGatewayTest {

    @TempDir
    Path directory;

    @Test
    void whatWasCommittedBeforeTheKillIsThereAfterTheNextStart() throws Exception {
        Path data = directory.resolve("postgres");
        Process gateway = startOtherGateway(data);
        gateway.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        ProcessHandle orphan = postmaster(data);
        assertThat(orphan.isAlive()).isTrue();

        try (EmbeddedDatabase database = EmbeddedDatabase.startIn(data)) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(readNote(database.jdbcUrl())).isEqualTo("written before the kill");
        }
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void aDirectoryThatAnotherGatewayUsesIsRefusedAndItsServerIsLeftAlone() throws Exception {
        Path data = directory.resolve("postgres");
        Process gateway = startOtherGateway(data);
        try {
            assertThatThrownBy(() -> EmbeddedDatabase.startIn(data))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another gateway runs on this data directory")
                    .hasMessageContaining("plantgate.embedded.postgres-directory");
            assertThat(postmaster(data).isAlive()).isTrue();
        } finally {
            gateway.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            EmbeddedDatabase.startIn(data).close();
        }
    }

    @Test
    void aProcessNumberThatBelongsToAnotherProgramNowDoesNotStopTheStart() throws Exception {
        Path data = directory.resolve("postgres");
        EmbeddedDatabase.startIn(data).close();
        Files.writeString(
                data.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n" + data + "\n");

        try (EmbeddedDatabase database = EmbeddedDatabase.startIn(data)) {
            assertThat(postmaster(data).pid())
                    .isNotEqualTo(ProcessHandle.current().pid());
        }
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    private static ProcessHandle postmaster(Path data) throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static String readNote(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select note from kept")) {
            row.next();
            return row.getString(1);
        }
    }

    private static Process startOtherGateway(Path data) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherGateway.class.getName(),
                        data.toString()))
                .redirectErrorStream(true)
                .start();
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        assertThat(output.lines().anyMatch(OtherGateway.READY::equals)).isTrue();
        return process;
    }

    /** Starts the server, writes one row, and waits to be killed. */
    static final class OtherGateway {

        static final String READY = "written and waiting";

        public static void main(String[] args) throws Exception {
            EmbeddedDatabase database = EmbeddedDatabase.startIn(Path.of(args[0]));
            try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                    Statement statement = connection.createStatement()) {
                statement.execute("create table kept as select 'written before the kill' as note");
            }
            System.out.println(READY);
            Thread.currentThread().join();
        }
    }
}
