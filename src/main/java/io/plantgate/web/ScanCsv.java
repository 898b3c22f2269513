package io.plantgate.web;

import io.plantgate.scan.ScanRow;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Scans as CSV, a column per column of {@code scan_event}. */
final class ScanCsv {

    private static final List<RecordComponent> COLUMNS = List.of(ScanRow.class.getRecordComponents());

    static final CsvAnswers.Table<ScanRow> TABLE = new CsvAnswers.Table<>(
            "scans.csv",
            COLUMNS.stream().map(ScanCsv::name).toList(),
            row -> Arrays.asList(
                    COLUMNS.stream().map(column -> value(row, column)).toArray()),
            "after",
            ScanRow::eventId);

    private ScanCsv() {}

    private static String name(RecordComponent column) {
        return column.getName().equals("eventId")
                ? "eventId"
                : column.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Object value(ScanRow row, RecordComponent column) {
        try {
            return column.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(column.getName() + " of a record cannot be read", e);
        }
    }
}
