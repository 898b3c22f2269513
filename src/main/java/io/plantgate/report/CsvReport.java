package io.plantgate.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.plantgate.event.SpreadsheetText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The report's rows as CSV (RFC 4180, UTF-8), with whole hashes; texts are guarded against spreadsheets. */
final class CsvReport {

    private static final List<String> HEADER = List.of(
            "line",
            "source",
            "transition_id",
            "boot_id",
            "source_timestamp",
            "arrival_at",
            "decision",
            "reason",
            "late",
            "recurrence_of",
            "payload_hash",
            "raw_hash",
            "arrival_id",
            "canonical_id",
            "duplicate_of_line",
            "work_item_id",
            "query",
            "row_id");

    private CsvReport() {}

    static void write(AcceptanceReport report, Path file) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().build(file)) {
            csv.writeRecord(HEADER);
            report.rows()
                    .forEach(row ->
                            csv.writeRecord(cells(row).map(CsvReport::cell).toList()));
        }
    }

    private static Stream<Object> cells(ReportRow row) {
        DecidedArrival arrival = row.arrival();
        Integer original =
                Outcome.of(row).duplicateOfLine().stream().boxed().findFirst().orElse(null);
        return Stream.of(
                row.line(),
                arrival.source(),
                arrival.transitionId(),
                arrival.bootId(),
                arrival.sourceTimestamp(),
                Shown.time(row.arrivalAt()),
                row.verdict(),
                arrival.reason(),
                arrival.late(),
                arrival.recurrenceOf(),
                arrival.payloadHash(),
                arrival.rawHash(),
                arrival.arrivalId(),
                arrival.canonicalId(),
                original,
                arrival.workItemId(),
                row.proof().query(),
                row.proof().rowId());
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof String text ? SpreadsheetText.of(text) : value.toString();
    }
}
