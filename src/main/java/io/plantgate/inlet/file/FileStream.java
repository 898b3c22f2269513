package io.plantgate.inlet.file;

import io.plantgate.inlet.GzipMembers;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipException;

/**
 * A claimed file, read once in constant memory, decompressed where its name ends in {@code .gz}, in any case.
 *
 * <p>What is wrong with the content itself (gzip cut off or damaged, a bound) ends the stream early, so that what came
 * before is decided; {@link #defect()} then says why. What merely interrupts the reading (a stop, a lost disk) is thrown,
 * because the same file may be read to its end next time.
 */
final class FileStream extends InputStream {

    private final Counted file;
    private final boolean gzip;
    private final Bounds bounds;
    private InputStream content;
    private GzipMembers members;
    private long contentBytes;
    private String defect;

    private FileStream(Counted file, boolean gzip, Bounds bounds) {
        this.file = file;
        this.gzip = gzip;
        this.bounds = bounds;
    }

    /**
     * How much may come out of a file.
     *
     * @param streamBytesMax bytes after decompression
     * @param gzipRatioMax decompressed bytes per compressed byte
     */
    record Bounds(long streamBytesMax, int gzipRatioMax) {}

    /**
     * Opens the file itself, never what a link points to.
     *
     * @param stopping asked before each read from the disk; true ends the reading with {@link InterruptedIOException}
     */
    static FileStream open(Path file, Bounds bounds, BooleanSupplier stopping) throws IOException {
        boolean gzip = isPacked(file) && Files.size(file) > 0;
        InputStream bytes = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        return new FileStream(new Counted(bytes, stopping), gzip, bounds);
    }

    private static boolean isPacked(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** What ended the stream early, for people; null if nothing did. */
    String defect() {
        return defect;
    }

    /** Bytes read from the disk so far. */
    long fileBytes() {
        return file.count;
    }

    /** Bytes given out so far. */
    long contentBytes() {
        return contentBytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (defect != null) {
            return -1;
        }
        try {
            return counted(content().read(bytes, offset, length));
        } catch (EOFException e) {
            return end("the gzip stream is cut off after " + contentBytes + " decompressed bytes");
        } catch (ZipException e) {
            return end("the gzip stream is damaged after " + contentBytes + " decompressed bytes: " + e.getMessage());
        }
    }

    private InputStream content() throws IOException {
        if (content == null) {
            members = gzip ? new GzipMembers(file) : null;
            content = gzip ? members : file;
        }
        return content;
    }

    private int counted(int length) {
        if (length <= 0) {
            return length;
        }
        contentBytes += length;
        if (contentBytes > bounds.streamBytesMax()) {
            return end("more than " + bounds.streamBytesMax() + " bytes (plantgate.inlet.file.stream-bytes-max)");
        }
        if (gzip && members.denserThan(bounds.gzipRatioMax())) {
            return end("more than " + bounds.gzipRatioMax()
                    + " decompressed bytes per compressed byte (plantgate.inlet.file.gzip-ratio-max)");
        }
        return length;
    }

    private int end(String why) {
        defect = why;
        return -1;
    }

    @Override
    public void close() throws IOException {
        file.close();
        if (content != null) {
            content.close();
        }
    }

    /** Counts what comes from the disk, and stops where the gateway does. */
    private static final class Counted extends FilterInputStream {
        private final BooleanSupplier stopping;
        private long count;

        Counted(InputStream bytes, BooleanSupplier stopping) {
            super(bytes);
            this.stopping = stopping;
        }

        @Override
        public int read() throws IOException {
            checkStop();
            int one = super.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            checkStop();
            int read = super.read(bytes, offset, length);
            count += Math.max(read, 0);
            return read;
        }

        private void checkStop() throws InterruptedIOException {
            if (stopping.getAsBoolean()) {
                throw new InterruptedIOException("The gateway stops; the file is read on after the next start.");
            }
        }
    }
}
