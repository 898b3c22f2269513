package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.JavaHeap;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process of its own with a small heap reads a large file, is killed with SIGKILL and started again. Two million rows:
 * {@code -Dplantgate.test.rows=2000000}.
 */
class KilledImportTest {

    private static final int ROWS = Integer.getInteger("plantgate.test.rows", 100_000);
    private static final int CHUNKS = ROWS / 500;
    private static final int KILLS = 3;
    private static final long LINE_BYTES = 200L * 1000 * 1000;
    // Less than the 200 MiB that reading may take.
    private static final int HEAP_MIB = 96;
    private static final long READING_KIB_MAX = 48 * 1024;
    private static final Duration LONG = Duration.ofSeconds(60 + ROWS / 1000);

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

    @TempDir
    private Path directory;

    private FileGateway gateway;
    private Process child;

    @BeforeEach
    void prepare() throws IOException {
        gateway = new FileGateway(directory).with("counters", COUNTERS);
    }

    @AfterEach
    void close() throws InterruptedException {
        if (child != null) {
            kill();
        }
        gateway.close();
    }

    @Test
    @Tag("E04")
    void aKilledImportGoesOnWithEachRowCanonicalOnceAndNoneLost() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("KilledImportTest seed " + seed + " (replay with -Dseed=" + seed + ")");
        Random random = new Random(seed);
        long begin = System.nanoTime();
        long idleKib = startedIdleKib();
        drop(writeRows(directory.resolve("counters.csv")));
        for (int kill = 0; kill < KILLS; kill++) {
            awaitChunks(chunks() + 1 + random.nextInt(CHUNKS / 5));
            kill();
            assertThat(gateway.rows.one("select state from import")).isEqualTo("RUNNING");
            start();
        }
        awaitChunks(chunks() + CHUNKS / 8);
        long readingKib = JavaHeap.kibAfterCollection(child.pid());
        Awaitility.await().atMost(LONG).until(() -> gateway.rows.count("import where state = 'DONE'") == 1);
        long readKib = JavaHeap.kibAfterCollection(child.pid());
        System.out.printf(
                "MEASURED %,d rows, %d kills, %.0f s; heap after collection: %d KiB idle, %d KiB reading, %d KiB when read%n",
                ROWS, KILLS, (System.nanoTime() - begin) / 1e9, idleKib, readingKib, readKib);
        assertThat(List.of(readingKib, readKib)).allMatch(kib -> kib < idleKib + READING_KIB_MAX);
        assertThat(readKib).isLessThan(readingKib + 16 * 1024);
        assertThatEachRowIsThereOnce();
    }

    /** Starts it on an empty inbox; returns its heap after collection. */
    private long startedIdleKib() throws IOException {
        start();
        Awaitility.await().atMost(LONG).until(() -> Files.exists(gateway.inbox("counters")));
        return JavaHeap.kibAfterCollection(child.pid());
    }

    private void drop(Path file) throws IOException {
        Files.move(file, gateway.inbox("counters").resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }

    private void assertThatEachRowIsThereOnce() {
        assertThat(gateway.decisions()).containsExactly("CANONICAL " + ROWS);
        assertThat(gateway.rows.one("select count(distinct import_row), min(import_row), max(import_row) from arrival"))
                .isEqualTo(ROWS + " 1 " + ROWS);
        assertThat(gateway.rows.one("select count(*), count(distinct transition_id) from identity"))
                .isEqualTo(ROWS + " " + ROWS);
        assertThat(gateway.rows.one("select sum(rows), sum(canonical) from import_chunk"))
                .isEqualTo(ROWS + " " + ROWS);
        assertThat(gateway.rows.one("select convert_from(header, 'UTF8') from import"))
                .startsWith("seq,entity,boot,value");
        assertThat(gateway.names(gateway.inbox("counters"))).containsExactly("00000001__counters.csv");
    }

    @Test
    @Tag("A13")
    void aLineLargerThanTheHeapIsKeptByPrefixAndHashAndItsNeighboursAreJudged() throws Exception {
        String digest =
                writeLongLine(Files.createDirectories(gateway.inbox("counters")).resolve("line.csv"));
        start();
        Awaitility.await().atMost(LONG).until(() -> gateway.rows.count("import where state = 'DONE'") == 1);
        assertThat(gateway.rows.list("select decision, reason from arrival order by import_row"))
                .containsExactly("CANONICAL null", "QUARANTINED TOO_LARGE", "CANONICAL null");
        assertThat(gateway.rows.one("select raw_bytes > " + LINE_BYTES
                        + ", octet_length(raw) < 5000000 from arrival where import_row = 2"))
                .isEqualTo("t t");
        assertThat(gateway.rows.one("select encode(raw_hash, 'hex') from arrival where import_row = 2"))
                .isEqualTo(digest);
    }

    private static Path writeRows(Path file) throws IOException {
        try (BufferedWriter rows = Files.newBufferedWriter(file)) {
            rows.write("seq,entity,boot,value\n");
            for (int row = 1; row <= ROWS; row++) {
                rows.write(row + ",pump-" + row % 50 + ",B1," + row * 7919L % 10_007 + "\n");
            }
        }
        return file;
    }

    /** Returns SHA-256 of the long row, without its line end. */
    private static String writeLongLine(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) '7');
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                DigestOutputStream row = new DigestOutputStream(out, digest)) {
            out.write("seq,entity,boot,value\n1,pump-1,B1,1\n".getBytes(StandardCharsets.UTF_8));
            row.write("2,pump-1,B1,".getBytes(StandardCharsets.UTF_8));
            for (long written = 0; written <= LINE_BYTES; written += piece.length) {
                row.write(piece);
            }
            out.write("\n3,pump-1,B1,3\n".getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private long chunks() {
        return gateway.rows.count("import_chunk");
    }

    private void awaitChunks(long chunks) {
        Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(5)).until(() -> chunks() >= chunks);
    }

    private void start() throws IOException {
        child = new ProcessBuilder(
                        java(),
                        "-Xmx" + HEAP_MIB + "m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileNode.class.getName(),
                        directory.toString(),
                        gateway.database.url(),
                        "counters")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output()))
                .start();
    }

    private void kill() throws InterruptedException {
        child.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    private File output() {
        return directory.resolve("output").toFile();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
