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
import java.util.stream.Stream;

/**
 * Rows of several parts in one CSV file. The first column is the case, which is named after its part: {@code ledger: ledger with
 * intake}. A part that is run again takes the place of its own rows only.
 */
final class CasesFile {

    private final Path file;
    private final List<String> columns;

    CasesFile(Path file, List<String> columns) {
        this.file = file;
        this.columns = columns;
    }

    /** Puts the rows of one part in the place of those that it has left in an earlier run. */
    void replace(String part, List<List<String>> rows) throws IOException {
        List<List<String>> all = new ArrayList<>(rows());
        String prefix = part + ": ";
        all.removeIf(row -> row.get(0).startsWith(prefix));
        for (List<String> row : rows) {
            List<String> named = new ArrayList<>(row);
            named.set(0, prefix + row.get(0));
            all.add(named);
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (CsvWriter csv = CsvWriter.builder().build(file)) {
            csv.writeRecord(columns);
            all.forEach(csv::writeRecord);
        }
    }

    /** In the order of the file; none if nothing has been measured. */
    List<List<String>> rows() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file);
                Stream<NamedCsvRecord> records = csv.stream()) {
            return records.map(this::row).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> row(NamedCsvRecord row) {
        if (!row.getHeader().equals(columns) || row.getFieldCount() != columns.size()) {
            throw new IllegalStateException(
                    "%s, line %d: columns are %s instead of %s. Delete the file and measure again."
                            .formatted(file, row.getStartingLineNumber(), row.getHeader(), columns));
        }
        return row.getFields();
    }
}
