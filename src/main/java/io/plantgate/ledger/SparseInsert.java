package io.plantgate.ledger;

import io.plantgate.ledger.ArrayStatement.Column;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An insert of many rows into a table most of whose columns are usually null: a column that is null in all rows of a batch
 * is left out of the statement, since PostgreSQL unnests and the driver encodes every column that is named.
 *
 * @param <T> what a row is made from
 */
final class SparseInsert<T> {

    private final String table;
    private final List<Target<T>> targets;
    private final Map<List<Integer>, String> statements = new ConcurrentHashMap<>();

    /**
     * A column of the table.
     *
     * @param name the column
     * @param expression SQL over the row set {@code k}; {@code k.NAME} unless a conversion is needed
     * @param values the array parameter
     */
    record Target<T>(String name, String expression, Column<T> values) {

        static <T> Target<T> plain(String name, Column<T> values) {
            return new Target<>(name, "k." + name, values);
        }

        static <T> Target<T> timestamp(String name, Column<T> micros) {
            return new Target<>(name, Micros.timestamp(name), micros);
        }
    }

    SparseInsert(String table, List<Target<T>> targets) {
        this.table = table;
        this.targets = targets;
    }

    /** Inserts the rows. */
    void execute(Connection connection, List<T> rows) throws SQLException {
        List<Integer> used = new ArrayList<>(targets.size());
        List<Array> arrays = new ArrayList<>(targets.size());
        for (int i = 0; i < targets.size(); i++) {
            Object[] values = targets.get(i).values().values(rows);
            if (values != null) {
                used.add(i);
                arrays.add(connection.createArrayOf(targets.get(i).values().type(), values));
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(statements.computeIfAbsent(used, this::sql))) {
            for (int i = 0; i < arrays.size(); i++) {
                statement.setArray(i + 1, arrays.get(i));
            }
            statement.executeUpdate();
        }
    }

    private String sql(List<Integer> used) {
        StringBuilder names = new StringBuilder();
        StringBuilder expressions = new StringBuilder();
        StringBuilder parameters = new StringBuilder();
        for (int index : used) {
            Target<T> target = targets.get(index);
            String comma = names.isEmpty() ? "" : ", ";
            names.append(comma).append(target.name());
            expressions.append(comma).append(target.expression());
            parameters
                    .append(comma)
                    .append("?::")
                    .append(target.values().type())
                    .append("[]");
        }
        return "insert into %s (%s) select %s from unnest(%s) as k(%s)"
                .formatted(table, names, expressions, parameters, names);
    }
}
