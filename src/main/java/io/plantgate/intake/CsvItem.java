package io.plantgate.intake;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.DuplicateNameException;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.ReasonCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Rows of CSV, each a flat object of text by column. A line end inside a quoted field is LF, however it was written.
 * An item without a header row beside it holds the header and one row itself, unless the profile names the columns.
 */
final class CsvItem implements ItemFormat {

    private final CsvDialect dialect;
    private final Bounds bounds;
    private final List<String> declared;

    // All rows of one stream bring the same header array.
    private volatile Header lastHeader = new Header(null, List.of());

    private record Header(byte[] bytes, List<String> columns) {}

    CsvItem(CsvDialect dialect, Bounds bounds) {
        this.dialect = dialect;
        this.bounds = bounds;
        this.declared = dialect.columns();
    }

    @Override
    public FieldValue decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        return header == null ? single(bytes) : row(bytes, columns(header));
    }

    private FieldValue single(byte[] bytes) throws Unreadable {
        try (ByteFeed feed = new ByteFeed(new ByteArrayInputStream(bytes))) {
            CsvRows rows = new CsvRows(feed, dialect, bounds, false);
            RawItem only = rows.next();
            if (only == null) {
                throw new Unreadable(ReasonCode.EMPTY, "there is no row.");
            }
            if (only.fault() != null) {
                throw only.fault();
            }
            if (rows.next() != null) {
                throw new Unreadable(ReasonCode.TRAILING_CONTENT, "more than one row in one item. Send it as a file.");
            }
            return row(only.raw().kept(), dialect.hasHeader() ? columns(rows.header()) : declared);
        } catch (IOException e) {
            throw new Unreadable(ReasonCode.MALFORMED, "cannot be read: " + e.getMessage());
        }
    }

    private FieldValue row(byte[] bytes, List<String> columns) throws Unreadable {
        String text = withoutBom(bytes);
        List<String> cells = cells(text);
        if (cells.size() != columns.size()) {
            throw new Unreadable(
                    ReasonCode.COLUMN_COUNT,
                    "the row has " + cells.size() + " columns, the header " + columns.size() + ".");
        }
        List<Field> fields = new ArrayList<>(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            fields.add(new Field(columns.get(i), new Text(cells.get(i).replace("\r\n", "\n"))));
        }
        return Fields.of(fields);
    }

    private List<String> columns(byte[] header) throws Unreadable {
        Header known = lastHeader;
        if (known.bytes() == header) {
            return known.columns();
        }
        List<String> columns = header.length == 0 ? List.of() : cells(withoutBom(header));
        if (columns.isEmpty()) {
            throw new Unreadable(
                    ReasonCode.MALFORMED, "the header row could not be read, so the columns have no names.");
        }
        refuseRepeated(columns);
        lastHeader = new Header(header, columns);
        return columns;
    }

    private static void refuseRepeated(List<String> columns) throws Unreadable {
        try {
            Fields.of(columns.stream()
                    .map(column -> new Field(column, FieldValue.NULL))
                    .toList());
        } catch (DuplicateNameException e) {
            throw new Unreadable(ReasonCode.DUPLICATE_KEY, "the header names the column '" + e.name() + "' twice.");
        }
    }

    private String withoutBom(byte[] bytes) throws Unreadable {
        int bom = dialect.utf8() ? Utf8.bomLength(bytes) : 0;
        return Utf8.decode(bom == 0 ? bytes : Arrays.copyOfRange(bytes, bom, bytes.length), dialect.charset());
    }

    private List<String> cells(String text) throws Unreadable {
        if (text.indexOf(dialect.quote()) >= 0) {
            return quoted(text);
        }
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new Unreadable(ReasonCode.MALFORMED, "a line end inside a row; expected: LF or CRLF behind it.");
        }
        List<String> cells = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(dialect.delimiter()); at >= 0; at = text.indexOf(dialect.delimiter(), from)) {
            cells.add(text.substring(from, at));
            from = at + 1;
        }
        cells.add(text.substring(from));
        return cells;
    }

    private List<String> quoted(String text) throws Unreadable {
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(dialect.delimiter())
                .quoteCharacter(dialect.quote())
                .ofCsvRecord(text)) {
            List<CsvRecord> records = reader.stream().limit(2).toList();
            if (records.size() != 1) {
                throw new Unreadable(ReasonCode.MALFORMED, "a line end inside a row; expected: LF or CRLF behind it.");
            }
            return records.get(0).getFields();
        } catch (CsvParseException | IOException e) {
            throw new Unreadable(ReasonCode.MALFORMED, "not a row of CSV: " + e.getMessage());
        }
    }
}
