package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.inlet.file.FileStream.Bounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStreamTest {

    private static final Bounds WIDE = new Bounds(1L << 40, 1_000_000);

    @TempDir
    private Path directory;

    @Test
    void gzipIsDecompressedWhileItStreams() throws IOException {
        String rows = rows(5000);
        FileStream stream = open(file("x.csv.gz", gzip(rows.getBytes(StandardCharsets.UTF_8))), WIDE);
        assertThat(text(stream)).isEqualTo(rows);
        assertThat(stream.defect()).isNull();
        assertThat(stream.contentBytes()).isEqualTo(rows.length());
        assertThat(stream.fileBytes()).isLessThan(rows.length());
    }

    @Test
    void aCutOffGzipGivesWhatCameBeforeAndThenSaysWhy() throws IOException {
        String rows = rows(50_000);
        byte[] whole = gzip(rows.getBytes(StandardCharsets.UTF_8));
        FileStream stream = open(file("x.csv.gz", Arrays.copyOf(whole, whole.length / 2)), WIDE);
        String before = text(stream);
        assertThat(rows).startsWith(before);
        assertThat(before.length()).isGreaterThan(rows.length() / 4);
        assertThat(stream.defect()).contains("cut off").contains(String.valueOf(before.length()));
    }

    @Test
    void aDamagedGzipGivesWhatCameBeforeAndThenSaysWhy() throws IOException {
        FileStream stream = open(file("x.csv.gz", "1;RUN\n".getBytes(StandardCharsets.UTF_8)), WIDE);
        assertThat(text(stream)).isEmpty();
        assertThat(stream.defect()).contains("damaged");
    }

    @Test
    void aGzipBombEndsAtTheRatio() throws IOException {
        byte[] bomb = gzip(new byte[64 * 1024 * 1024]);
        FileStream stream = open(file("bomb.gz", bomb), new Bounds(1L << 40, 200));
        assertThat(count(stream)).isLessThan(32L * 1024 * 1024);
        assertThat(stream.defect()).contains("gzip-ratio-max");
    }

    @Test
    void aFileOverTheBoundEndsThere() throws IOException {
        FileStream stream = open(file("x.csv", new byte[200_000]), new Bounds(100_000, 200));
        assertThat(count(stream)).isLessThanOrEqualTo(100_000);
        assertThat(stream.defect()).contains("100000 bytes").contains("stream-bytes-max");
    }

    @Test
    void anEmptyFileOfAnyNameIsEmpty() throws IOException {
        FileStream stream = open(file("x.csv.gz", new byte[0]), WIDE);
        assertThat(text(stream)).isEmpty();
        assertThat(stream.defect()).isNull();
    }

    @Test
    void aStopEndsTheReadingWithAnErrorSoThatNothingTakesItForTheEnd() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        Path file = file("x.csv", new byte[1_000_000]);
        FileStream stream = FileStream.open(file, WIDE, () -> reads.incrementAndGet() > 2);
        assertThatThrownBy(() -> count(stream)).isInstanceOf(InterruptedIOException.class);
        assertThat(Interruption.isBehind(new IllegalStateException(new InterruptedIOException())))
                .isTrue();
    }

    @Test
    @Tag("J03")
    void aLinkIsNeverOpened() throws IOException {
        Path secret = file("secret", "secret".getBytes(StandardCharsets.UTF_8));
        Path link = Files.createSymbolicLink(directory.resolve("x.csv"), secret);
        assertThatThrownBy(() -> open(link, WIDE)).isInstanceOf(IOException.class);
    }

    private static FileStream open(Path file, Bounds bounds) throws IOException {
        return FileStream.open(file, bounds, () -> false);
    }

    private static String text(FileStream stream) throws IOException {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static long count(FileStream stream) throws IOException {
        try (stream) {
            byte[] buffer = new byte[8192];
            long count = 0;
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                count += read;
            }
            return count;
        }
    }

    private static String rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(row -> row + ";RUN;" + row * 7919L % 10_007 + "\n")
                .collect(Collectors.joining());
    }

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
