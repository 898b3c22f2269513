package io.plantgate.sequence.block;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Arrays as parameters, one per column. */
final class Columns {

    private Columns() {}

    static <T> Array bigints(Connection connection, List<T> rows, ToLongFunction<T> value) throws SQLException {
        return connection.createArrayOf("int8", boxed(rows, value::applyAsLong, Long[]::new));
    }

    static <T> Array integers(Connection connection, List<T> rows, ToIntFunction<T> value) throws SQLException {
        return connection.createArrayOf("int4", boxed(rows, value::applyAsInt, Integer[]::new));
    }

    static <T> Array texts(Connection connection, List<T> rows, Function<T, String> value) throws SQLException {
        return connection.createArrayOf("text", boxed(rows, value, String[]::new));
    }

    static <T> Array bytes(Connection connection, List<T> rows, Function<T, byte[]> value) throws SQLException {
        return connection.createArrayOf("bytea", boxed(rows, value, byte[][]::new));
    }

    private static <T> Object[] boxed(List<T> rows, Function<T, ?> value, IntFunction<Object[]> newArray) {
        Object[] values = newArray.apply(rows.size());
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(rows.get(i));
        }
        return values;
    }
}
