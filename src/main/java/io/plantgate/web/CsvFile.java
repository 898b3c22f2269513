package io.plantgate.web;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.plantgate.event.SpreadsheetText;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** CSV (RFC 4180, UTF-8) while it grows, in a file, so that any number of rows fits into memory. */
final class CsvFile implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final boolean exact;
    private final Counted output;
    private final CsvWriter csv;

    /** @param exact true for texts as they are, false for {@link SpreadsheetText} */
    CsvFile(boolean exact) throws IOException {
        this.file = Files.createTempFile("plantgate-rows-", ".csv");
        this.exact = exact;
        this.output = new Counted(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
        this.csv = CsvWriter.builder().bufferSize(0).build(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    }

    void header(List<String> names) {
        csv.writeRecord(names);
    }

    /** Texts are guarded; numbers, times and truth values are what they are; null is an empty cell. */
    void row(List<?> values) {
        csv.writeRecord(values.stream().map(this::cell).toArray(String[]::new));
    }

    private String cell(Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof String text && !exact ? SpreadsheetText.of(text) : value.toString();
    }

    /** About so many: what the encoder still holds is not counted. */
    long bytes() {
        return output.bytes;
    }

    /** Ends it. The file is gone from its directory at once, and from the disk when the stream is closed. */
    InputStream read() throws IOException {
        csv.close();
        return Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE);
    }

    @Override
    public void close() {
        try {
            csv.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Counted extends FilterOutputStream {
        private long bytes;

        Counted(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int octet) throws IOException {
            bytes++;
            out.write(octet);
        }

        @Override
        public void write(byte[] octets, int offset, int length) throws IOException {
            bytes += length;
            out.write(octets, offset, length);
        }
    }
}
