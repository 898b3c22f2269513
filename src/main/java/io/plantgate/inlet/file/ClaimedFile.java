package io.plantgate.inlet.file;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.ImportRow;
import io.plantgate.ledger.LedgerExchange.StreamSummary;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.camel.Exchange;

/** One claimed file on its way through its route, kept as a property of its exchange. Used by one thread. */
final class ClaimedFile {

    private static final String PROPERTY = "plantgateClaimedFile";
    private static final int NAME_CHARS_MAX = 120;

    private final ImportRow row;
    private final Path path;
    private FileStream stream;
    private StreamSummary summary;

    ClaimedFile(ImportRow row, Path path) {
        this.row = row;
        this.path = path;
    }

    void keepOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }

    static ClaimedFile of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ClaimedFile.class);
    }

    ImportRow row() {
        return row;
    }

    Path path() {
        return path;
    }

    FileStream stream() {
        return stream;
    }

    void reads(FileStream opened) {
        this.stream = opened;
    }

    /** All rows are decided; what follows in the route changes nothing of that. */
    void recorded(StreamSummary all) {
        this.summary = all;
    }

    boolean isRecorded() {
        return summary != null;
    }

    StreamSummary summary() {
        return summary;
    }

    /** For log lines: {@code import 17 (cells-0412.csv)}. */
    String label() {
        return "import " + row.importId() + " (" + VisibleText.of(row.fileName(), NAME_CHARS_MAX) + ")";
    }

    /** Closes the file before it is moved. */
    void close() throws IOException {
        if (stream != null) {
            stream.close();
        }
    }
}
