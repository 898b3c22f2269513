package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiConsumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * An insert of many rows by {@code COPY … FROM STDIN} in binary, into a table where nothing can stand in their way: COPY
 * knows no ON CONFLICT. PostgreSQL then writes pages instead of rows and builds no arrays of columns first.
 *
 * @param <T> what a row is made from
 */
public final class CopyInsert<T> {

    /** Bytes that are sent at a time, so that a batch is never in memory a second time. */
    static final int SENT_BYTES = 1 << 16;

    private final String sql;
    private final List<Column<T>> columns;

    /**
     * A column of the table.
     *
     * @param field appends the row's value, one field
     */
    public record Column<T>(String name, BiConsumer<CopyBuffer, T> field) {}

    public CopyInsert(String table, List<Column<T>> columns) {
        this.sql = "copy %s (%s) from stdin (format binary)"
                .formatted(
                        table,
                        String.join(", ", columns.stream().map(Column::name).toList()));
        this.columns = columns;
    }

    /** Inserts the rows, which are part of the connection's transaction. */
    public void execute(Connection connection, List<T> rows) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        try {
            send(copy, rows);
            copy.endCopy();
        } catch (SQLException | RuntimeException failure) {
            leave(copy, failure);
            throw failure;
        }
    }

    /** Ends a copy that is still open, so that the connection can be used again; the first failure is the one that counts. */
    private static void leave(CopyIn copy, Exception failure) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private void send(CopyIn copy, List<T> rows) throws SQLException {
        CopyBuffer buffer = new CopyBuffer();
        buffer.header();
        for (T row : rows) {
            buffer.row(columns.size());
            for (Column<T> column : columns) {
                column.field().accept(buffer, row);
            }
            if (buffer.length() >= SENT_BYTES) {
                flush(copy, buffer);
            }
        }
        buffer.trailer();
        flush(copy, buffer);
    }

    private static void flush(CopyIn copy, CopyBuffer buffer) throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.length());
        buffer.clear();
    }
}
