package io.plantgate.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

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
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;

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

        try (EmbeddedDatabase database = EmbeddedDatabase.startIn(data, 0)) {
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
            Throwable refusal = catchThrowable(() -> EmbeddedDatabase.startIn(data, 0));

            // As Spring wraps it; what it says stands in the box of a failed start.
            FailureAnalysis box =
                    new DataDirectoryInUseFailureAnalyzer().analyze(new BeanCreationException("x", refusal));
            assertThat(box.getDescription()).contains(data.toString(), "another gateway runs on this data directory");
            assertThat(box.getAction()).contains("plantgate.data-directory");
            assertThat(postmaster(data).isAlive()).isTrue();
        } finally {
            gateway.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            EmbeddedDatabase.startIn(data, 0).close();
        }
    }

    @Test
    void aProcessNumberThatBelongsToAnotherProgramNowDoesNotStopTheStart() throws Exception {
        Path data = directory.resolve("postgres");
        EmbeddedDatabase.startIn(data, 0).close();
        Files.writeString(
                data.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n" + data + "\n");

        try (EmbeddedDatabase database = EmbeddedDatabase.startIn(data, 0)) {
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
            EmbeddedDatabase database = EmbeddedDatabase.startIn(Path.of(args[0]), 0);
            try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                    Statement statement = connection.createStatement()) {
                statement.execute("create table kept as select 'written before the kill' as note");
            }
            System.out.println(READY);
            Thread.currentThread().join();
        }
    }
}
