package io.plantgate.ledger;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A statement whose parameters are arrays, one per column, so that any number of rows is one statement.
 *
 * @param <T> what a row is made from
 */
public final class ArrayStatement<T> {

    private final String sql;
    private final List<Column<T>> columns;

    public ArrayStatement(String sql, List<Column<T>> columns) {
        this.sql = sql;
        this.columns = columns;
    }

    /** Prepares the statement with all rows bound; the caller executes and closes it. */
    public PreparedStatement bind(Connection connection, List<T> rows) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < columns.size(); i++) {
                statement.setArray(i + 1, columns.get(i).array(connection, rows));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** Executes an insert or update and says how many rows it touched. */
    public int execute(Connection connection, List<T> rows) throws SQLException {
        try (PreparedStatement statement = bind(connection, rows)) {
            return statement.executeUpdate();
        }
    }

    public static <T> Column<T> bigint(Function<T, Long> value) {
        return new Column<>("int8", Long[]::new, value);
    }

    public static <T> Column<T> integer(Function<T, Integer> value) {
        return new Column<>("int4", Integer[]::new, value);
    }

    public static <T> Column<T> smallint(Function<T, Short> value) {
        return new Column<>("int2", Short[]::new, value);
    }

    public static <T> Column<T> bool(Function<T, Boolean> value) {
        return new Column<>("bool", Boolean[]::new, value);
    }

    public static <T> Column<T> text(Function<T, String> value) {
        return new Column<>("text", String[]::new, value);
    }

    public static <T> Column<T> bytes(Function<T, byte[]> value) {
        return new Column<>("bytea", byte[][]::new, value);
    }

    /** Microseconds since 1970, because an array of them needs no parsing; see {@link Micros}. */
    public static <T> Column<T> micros(Function<T, Instant> value) {
        return new Column<>("int8", Long[]::new, row -> Micros.of(value.apply(row)));
    }

    /** One array parameter. */
    public record Column<T>(String type, IntFunction<Object[]> newArray, Function<T, ?> value) {

        /** Said of a column whose rows do not agree. */
        static final Object DIFFERENT = new Object();

        Array array(Connection connection, List<T> rows) throws SQLException {
            Object[] values = newArray.apply(rows.size());
            for (int i = 0; i < values.length; i++) {
                values[i] = value.apply(rows.get(i));
            }
            return connection.createArrayOf(type, values);
        }

        /** The one value that all rows have, which may be null, or {@link #DIFFERENT}. */
        Object common(List<T> rows) {
            Object first = value.apply(rows.get(0));
            for (int i = 1; i < rows.size(); i++) {
                if (!Objects.equals(first, value.apply(rows.get(i)))) {
                    return DIFFERENT;
                }
            }
            return first;
        }
    }
}
