package io.plantgate.inlet.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The answer to a stream while it grows: one result per item, in a file, so that any length fits into memory. */
final class ResultSpool {

    private static final String LINE_END = "\n";

    private final Path file;
    private final SequenceWriter results;
    private final BoundedOutput output;
    private long itemsDecided;

    /**
     * @param asLines true for a JSON value a line, false for one array
     * @param directory where the file is made; the platform's temporary one if empty
     */
    ResultSpool(ObjectMapper json, boolean asLines, String directory, long bytesMax) throws IOException {
        this.file = newFile(directory);
        this.output = new BoundedOutput(Files.newOutputStream(file), bytesMax);
        OutputStream buffered = new BufferedOutputStream(output, 1 << 16);
        this.results = asLines
                ? json.writer().withRootValueSeparator(LINE_END).writeValues(buffered)
                : json.writer().writeValuesAsArray(buffered);
    }

    private static Path newFile(String directory) throws IOException {
        return directory.isEmpty()
                ? Files.createTempFile("plantgate-results-", ".json")
                : Files.createTempFile(Files.createDirectories(Path.of(directory)), "plantgate-results-", ".json");
    }

    void add(List<Object> decided) {
        try {
            for (Object result : decided) {
                itemsDecided++;
                results.write(result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many results were asked to be written; so many items are stored. */
    long itemsDecided() {
        return itemsDecided;
    }

    Path finish() throws IOException {
        results.close();
        return file;
    }

    void discard() {
        try {
            results.close();
        } catch (IOException e) {
            // It goes anyway.
        } finally {
            delete();
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }

    private static final class BoundedOutput extends OutputStream {
        private final OutputStream out;
        private long bytesLeft;

        BoundedOutput(OutputStream out, long bytesMax) {
            this.out = out;
            this.bytesLeft = bytesMax;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            bytesLeft -= length;
            if (bytesLeft < 0) {
                throw new StreamTooLongException();
            }
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
