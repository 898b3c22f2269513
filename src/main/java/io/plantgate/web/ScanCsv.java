package io.plantgate.web;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.plantgate.scan.ScanRow;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Scans as CSV (RFC 4180) in UTF-8, a column per column of {@code scan_event}, every code as it was read. */
final class ScanCsv {

    private static final RecordComponent[] COLUMNS = ScanRow.class.getRecordComponents();

    private ScanCsv() {}

    static byte[] of(List<ScanRow> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(Arrays.stream(COLUMNS).map(ScanCsv::name).toArray(String[]::new));
            rows.forEach(row -> csv.writeRecord(cells(row)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String name(RecordComponent column) {
        return column.getName().equals("eventId")
                ? "eventId"
                : column.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
    }

    private static String[] cells(ScanRow row) {
        return Arrays.stream(COLUMNS).map(column -> cell(row, column)).toArray(String[]::new);
    }

    private static String cell(ScanRow row, RecordComponent column) {
        try {
            return Objects.toString(column.getAccessor().invoke(row), "");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(column.getName() + " of a record cannot be read", e);
        }
    }
}
