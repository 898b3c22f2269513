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
    void aSecondMemberThatIsDamagedIsNoEndOfTheFile() throws IOException {
        byte[] first = gzip("1;RUN\n".getBytes(StandardCharsets.UTF_8));
        byte[] second = gzip("2;STOP\n".getBytes(StandardCharsets.UTF_8));
        for (int spoiled : new int[] {0, 1, 2, 3, second.length - 8, second.length - 1}) {
            byte[] bytes = joined(first, second);
            bytes[first.length + spoiled] ^= 0xE1;
            FileStream stream = open(file("x" + spoiled + ".csv.gz", bytes), WIDE);
            assertThat(text(stream)).as("byte " + spoiled).startsWith("1;RUN\n");
            assertThat(stream.defect()).as("byte " + spoiled).contains("damaged");
        }
        FileStream junk = open(file("junk.gz", joined(first, "junk".getBytes(StandardCharsets.UTF_8))), WIDE);
        assertThat(text(junk)).isEqualTo("1;RUN\n");
        assertThat(junk.defect()).contains("damaged");
        FileStream cut = open(file("cut.gz", joined(first, Arrays.copyOf(second, 5))), WIDE);
        assertThat(text(cut)).isEqualTo("1;RUN\n");
        assertThat(cut.defect()).contains("cut off");
    }

    @Test
    void membersFollowEachOtherAndZerosMayPadTheLast() throws IOException {
        byte[] first = gzip("1;RUN\n".getBytes(StandardCharsets.UTF_8));
        byte[] second = gzip("2;STOP\n".getBytes(StandardCharsets.UTF_8));
        FileStream stream = open(file("X.CSV.GZ", joined(joined(first, second), new byte[100_000])), WIDE);
        assertThat(text(stream)).isEqualTo("1;RUN\n2;STOP\n");
        assertThat(stream.defect()).isNull();
        FileStream behind = open(file("y.gz", joined(joined(first, new byte[512]), second)), WIDE);
        assertThat(text(behind)).isEqualTo("1;RUN\n");
        assertThat(behind.defect()).contains("damaged");
    }

    @Test
    void everyFieldOfAHeaderIsSkipped() throws IOException {
        byte[] plain = gzip("1;RUN\n".getBytes(StandardCharsets.UTF_8));
        byte[] header = {31, (byte) 139, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3, 3, 0, 9, 9, 9, 'n', 0, 'c', 0};
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(header);
        byte[] check = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
        byte[] member = joined(joined(header, check), Arrays.copyOfRange(plain, 10, plain.length));
        FileStream stream = open(file("x.gz", member), WIDE);
        assertThat(text(stream)).isEqualTo("1;RUN\n");
        assertThat(stream.defect()).isNull();
        member[header.length] ^= 1;
        FileStream wrong = open(file("wrong.gz", member), WIDE);
        assertThat(text(wrong)).isEmpty();
        assertThat(wrong.defect()).contains("header");
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

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
