package io.plantgate.report;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.plantgate.ledger.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** An expectation as CSV with the columns {@code line}, {@code decision}, {@code duplicate_of_line}; others are passed over. */
final class ExpectationFile {

    private static final String LINE = "line";
    private static final String DECISION = "decision";
    private static final String DUPLICATE_OF_LINE = "duplicate_of_line";

    private final SortedMap<Integer, Outcome> byLine = new TreeMap<>();
    private final List<String> messages = new ArrayList<>();
    private final Path file;

    private ExpectationFile(Path file) {
        this.file = file;
    }

    /**
     * @throws MalformedFileException naming file, line and what was expected there
     * @throws IOException if the file cannot be read
     */
    static Expectation read(Path file) throws IOException, MalformedFileException {
        return new ExpectationFile(file).read();
    }

    private Expectation read() throws IOException, MalformedFileException {
        try (CsvReader<NamedCsvRecord> rows =
                CsvReader.builder().detectBomHeader(true).ofNamedCsvRecord(file)) {
            rows.forEach(this::readRow);
        } catch (CsvParseException e) {
            messages.add(file + ": " + e.getMessage());
        }
        if (messages.isEmpty() && byLine.isEmpty()) {
            messages.add(file + ": no row in it. The header is line,decision,duplicate_of_line.");
        }
        if (!messages.isEmpty()) {
            throw new MalformedFileException(messages);
        }
        return new Expectation(byLine);
    }

    private void readRow(NamedCsvRecord row) {
        try {
            int line = number(field(row, LINE), LINE);
            String original = field(row, DUPLICATE_OF_LINE);
            Outcome outcome = new Outcome(
                    verdict(field(row, DECISION)),
                    original.isBlank() ? OptionalInt.empty() : OptionalInt.of(number(original, DUPLICATE_OF_LINE)));
            if (byLine.put(line, outcome) != null) {
                throw new IllegalArgumentException("line " + line + " stands twice");
            }
        } catch (IllegalArgumentException e) {
            messages.add(file + ":" + row.getStartingLineNumber() + ": " + e.getMessage());
        }
    }

    private static String field(NamedCsvRecord row, String name) {
        return row.findField(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no column '" + name + "'. The header is line,decision,duplicate_of_line."));
    }

    private static int number(String text, String column) {
        if (!text.strip().matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(column + " '" + text + "' is not the number of a line");
        }
        return Integer.parseInt(text.strip());
    }

    private static Verdict verdict(String text) {
        for (Verdict verdict : Verdict.values()) {
            if (verdict.name().equals(text.strip()) || Wording.shown(verdict).equals(text.strip())) {
                return verdict;
            }
        }
        throw new IllegalArgumentException("decision '" + text + "' is none of " + List.of(Verdict.values()));
    }
}
