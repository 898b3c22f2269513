package io.plantgate.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What all parts measured, in one file: columns {@code case,events_per_second,peer,ratio}, a row per case and peer. A case is
 * named after its part, {@code ledger: ledger with intake}. A part that is run again takes the place of its own rows only.
 */
final class ResultsFile {

    static final ResultsFile STANDARD = new ResultsFile(Path.of("target", "bench", "results.csv"));

    private static final List<String> COLUMNS = List.of("case", "events_per_second", "peer", "ratio");

    private final Path file;

    ResultsFile(Path file) {
        this.file = file;
    }

    /**
     * One line of the file.
     *
     * @param peer empty if there is none to compare with; then {@code ratio} is 0 and is not written
     * @param ratio of the case to its peer, as events per second
     */
    record Line(String name, double eventsPerSecond, String peer, double ratio) {

        Line {
            if (!(eventsPerSecond > 0) || ratio < 0 || peer.isEmpty() != (ratio == 0)) {
                throw new IllegalArgumentException(
                        "%s against \"%s\": %s/s, ratio %s".formatted(name, peer, eventsPerSecond, ratio));
            }
        }

        static Line alone(String name, double eventsPerSecond) {
            return new Line(name, eventsPerSecond, "", 0);
        }

        double peersPerSecond() {
            return eventsPerSecond / ratio;
        }

        private boolean of(String part) {
            return name.startsWith(part + ": ");
        }

        private Line in(String part) {
            return new Line(part + ": " + name, eventsPerSecond, peer, ratio);
        }

        private List<String> fields() {
            return List.of(
                    name,
                    String.format(Locale.ROOT, "%.0f", eventsPerSecond),
                    peer,
                    peer.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", ratio));
        }
    }

    /** Puts the lines of one part in the place of those that it has left in an earlier run. */
    void replace(String part, List<Line> lines) throws IOException {
        List<Line> all = new ArrayList<>(lines());
        all.removeIf(line -> line.of(part));
        lines.forEach(line -> all.add(line.in(part)));
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (CsvWriter csv = CsvWriter.builder().build(file)) {
            csv.writeRecord(COLUMNS);
            all.forEach(line -> csv.writeRecord(line.fields()));
        }
    }

    /** In the order of the file; none if nothing has been measured. */
    List<Line> lines() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file);
                Stream<NamedCsvRecord> records = csv.stream()) {
            return records.map(this::line).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Line line(NamedCsvRecord row) {
        if (!row.getHeader().equals(COLUMNS) || row.getFieldCount() != COLUMNS.size()) {
            throw new IllegalStateException(
                    "%s, line %d: columns are %s instead of %s. Delete the file and measure again."
                            .formatted(file, row.getStartingLineNumber(), row.getHeader(), COLUMNS));
        }
        String ratio = row.getField("ratio");
        return new Line(
                row.getField("case"),
                Double.parseDouble(row.getField("events_per_second")),
                row.getField("peer"),
                ratio.isEmpty() ? 0 : Double.parseDouble(ratio));
    }
}
