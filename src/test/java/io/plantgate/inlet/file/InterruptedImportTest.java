package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens between the claim of a file and its end: stops, outages, writers that go on, other nodes. */
class InterruptedImportTest {

    private static final String COUNTERS = """
            contract: transition
            format:
              type: csv
              delimiter: ","
            identity:
              source: /entity
              transitionId:
                column: seq
                type: digits
              bootId: /boot
            device: /entity
            payload:
              fields: [value]
            fields:
              value: number
            """;

    private static final String HEADER = "seq,entity,boot,value\n";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration WHILE = Duration.ofMillis(400);

    @TempDir
    private Path directory;

    private FileGateway gateway;

    @BeforeEach
    void prepare() throws IOException {
        gateway = new FileGateway(directory, Map.of("retry-seconds", "1")).with("counters", COUNTERS);
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    @Tag("E01")
    void threePiecesFourSecondsApartAreReadOnceAllOfThemAreThere() throws Exception {
        AtomicLong nanos = new AtomicLong();
        gateway.timeStandsStillAt(nanos);
        gateway.start("node-1");
        gateway.inbox("counters", Map.of("complete", "stable-size", "stableSeconds", "5"));
        Path file = gateway.inbox("counters").resolve("slow.csv");
        for (String piece : List.of(HEADER, rows(1, 1), rows(2, 3))) {
            Files.writeString(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Awaitility.await().during(WHILE).until(() -> Files.exists(file));
            nanos.addAndGet(Duration.ofSeconds(4).toNanos());
            Awaitility.await().during(WHILE).until(() -> Files.exists(file));
        }
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 3");
    }

    @Test
    @Tag("E04")
    void anOrderlyStopInTheMiddleIsQuickAndTheRestIsReadAtTheNextStart() throws Exception {
        gateway.start("node-1", "counters");
        gateway.drop("counters", "large.csv", HEADER + rows(1, 40_000));
        Awaitility.await().until(() -> gateway.rows.count("import_chunk") > 3);
        long before = System.nanoTime();
        gateway.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
        assertThat(gateway.rows.one("select state from import")).isEqualTo("RUNNING");
        assertThat(gateway.names(gateway.inbox("counters").resolve("claimed"))).containsExactly("00000001__large.csv");
        gateway.start("node-1", "counters");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 40000");
        assertThat(gateway.rows.one("select count(distinct import_row) from arrival"))
                .isEqualTo("40000");
    }

    @Test
    @Tag("E04")
    void anOrderlyStopInTheMiddleIsNoErrorAndTheLogSaysThatTheFileIsReadOn() throws Exception {
        gateway.start("node-1", "counters");
        gateway.drop("counters", "large.csv", HEADER + rows(1, 40_000));
        Awaitility.await().atMost(SOON).until(() -> gateway.rows.count("import_chunk") > 3);
        try (LogLines log = new LogLines()) {
            gateway.stop();
            assertThat(gateway.rows.one("select state from import")).isEqualTo("RUNNING");
            assertThat(log.with("ERROR", "Failed delivery")).isEmpty();
            assertThat(log.with("INFO", "import 1 (large.csv)", "read on after the next start"))
                    .hasSize(1);
            assertThat(log.with("tried again")).isEmpty();
        }
    }

    @Test
    @Tag("C03")
    void anOutageInTheMiddleIsAWarningOfTheInletAndNoErrorOfCamel() throws Exception {
        gateway.start("node-1", "counters");
        try (LogLines log = new LogLines()) {
            gateway.rows.execute("alter table import_chunk rename to chunk_away");
            gateway.drop("counters", "a.csv", HEADER + rows(1, 3));
            Awaitility.await().atMost(SOON).until(() -> !log.with("WARN", "file:counters", "tried again")
                    .isEmpty());
            gateway.rows.execute("alter table chunk_away rename to import_chunk");
            assertThat(gateway.ended(1)).containsExactly("DONE");
            assertThat(log.with("ERROR", "Failed delivery")).isEmpty();
        }
    }

    @Test
    @Tag("E04")
    void aFileWhoseProfileChangedInTheMiddleIsReadFromItsBeginningAndNoRowIsLost() throws Exception {
        gateway.with("counters", COUNTERS.replace("delimiter: \",\"", "delimiter: \",\"\n  quote: \"'\""));
        gateway.start("node-1", "counters");
        gateway.drop("counters", "notes.csv", "seq,entity,boot,value,note\n" + rowsOfTwoLines(20_000));
        Awaitility.await().until(() -> gateway.rows.count("import_chunk") > 3);
        gateway.stop();
        long before = gateway.rows.count("arrival where decision = 'CANONICAL'");
        gateway.with("counters", COUNTERS).start("node-1", "counters");
        assertThat(gateway.ended(2)).containsExactly("FAILED", "DONE");
        assertThat(gateway.rows.one("select reason from import where import_id = 1"))
                .contains("profile or the framing was changed", "as import 2");
        assertThat(gateway.rows.count("identity")).isEqualTo(20_000);
        assertThat(gateway.rows.list(
                        "select decision, count(*) from arrival where import_id = 2 group by 1 order by 1"))
                .containsExactly("CANONICAL " + (20_000 - before), "DUPLICATE " + before);
        assertThat(gateway.names(gateway.inbox("counters").resolve("done"))).containsExactly("00000002__notes.csv");
    }

    @Test
    @Tag("E01")
    void aFileWhoseSenderWritesOnAfterTheClaimFailsWithThatReason() throws Exception {
        gateway.start("node-1", "counters");
        Path claimed = gateway.inbox("counters").resolve("claimed/node-1/00000001__a.csv");
        try (Connection lock = gateway.database.dataSource().getConnection()) {
            lockChunks(lock);
            gateway.drop("counters", "a.csv", HEADER + rows(1, 2));
            Awaitility.await().until(() -> Files.exists(claimed));
            Files.writeString(claimed, rows(3, 3), StandardOpenOption.APPEND);
            lock.rollback();
        }
        assertThat(gateway.ended(1)).containsExactly("FAILED");
        assertThat(gateway.rows.one("select reason from import")).contains("its sender was not done with it");
    }

    @Test
    @Tag("C03")
    void rowsWaitWhileTheStoreIsBusyAndNothingFails() throws Exception {
        gateway.start("node-1", "counters");
        try (Connection lock = gateway.database.dataSource().getConnection()) {
            gateway.drop("counters", "a.csv", HEADER + rows(1, 20_000));
            Awaitility.await().until(() -> gateway.rows.count("import_chunk") > 1);
            lockChunks(lock);
            Awaitility.await().during(WHILE).until(() -> gateway.rows.count("import where state = 'RUNNING'") == 1);
            lock.rollback();
        }
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 20000");
    }

    @Test
    @Tag("E04")
    void killedBetweenTheLastRowAndTheMoveTheFileIsOnlyMoved() throws Exception {
        gateway.rows.execute("""
                insert into import (inlet, node, profile, reading_digest, file_name, file_bytes, chunk_rows, state, reason)
                values ('file:counters', 'node-1', 'counters', '', 'a.csv', 3, 500, 'DONE', null),
                       ('file:counters', 'node-1', 'counters', '', 'b.csv', 3, 500, 'FAILED', 'why it failed')""");
        Path claimed = Files.createDirectories(gateway.inbox("counters").resolve("claimed/node-1"));
        Files.writeString(claimed.resolve("00000001__a.csv"), "abc");
        Files.writeString(claimed.resolve("00000002__b.csv"), "abc");
        gateway.start("node-1", "counters");
        assertThat(gateway.ended(2)).containsExactly("DONE", "FAILED");
        assertThat(gateway.rows.count("arrival")).isZero();
        assertThat(gateway.inbox("counters").resolve("done/00000001__a.csv")).hasContent("abc");
        assertThat(gateway.inbox("counters").resolve("failed/00000002__b.csv.reason.txt"))
                .content()
                .contains("why it failed");
    }

    @Test
    void twoNodesOnOneInboxReadEachFileOnce() throws Exception {
        gateway.start("node-1", "counters");
        try (FileNode other = gateway.another("node-2")) {
            other.inbox("counters", Map.of("complete", "rename"));
            for (int file = 0; file < 40; file++) {
                gateway.drop("counters", "f" + file + ".csv", HEADER + rows(file * 10, file * 10 + 9));
            }
            assertThat(gateway.ended(40)).hasSize(40).containsOnly("DONE");
        }
        assertThat(gateway.decisions()).containsExactly("CANONICAL 400");
        assertThat(gateway.names(gateway.inbox("counters").resolve("done"))).hasSize(40);
    }

    // Under the quote ' each is two rows, the second without identity.
    private static String rowsOfTwoLines(int rows) {
        return IntStream.rangeClosed(1, rows)
                .mapToObj(row -> row + ",pump-" + row % 7 + ",B1," + row * 31 % 1009 + ",\"read\nby hand\"\n")
                .collect(Collectors.joining());
    }

    private static void lockChunks(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table import_chunk in access exclusive mode");
        }
    }

    private static String rows(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(row -> row + ",pump-" + row % 7 + ",B1," + row * 31 % 1009 + "\n")
                .collect(Collectors.joining());
    }
}
