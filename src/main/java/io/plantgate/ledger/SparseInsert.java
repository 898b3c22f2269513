package io.plantgate.ledger;

import io.plantgate.ledger.ArrayStatement.Column;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An insert of many rows in one statement, an array per column. A column that is null in all rows of a batch is left out,
 * and one that has the same value in all of them is a single parameter, since PostgreSQL unnests and the driver encodes
 * every array.
 *
 * @param <T> what a row is made from
 */
final class SparseInsert<T> {

    private static final Integer LEFT_OUT = 0;
    private static final Integer SINGLE = 1;
    private static final Integer ARRAY = 2;

    private final String table;
    private final List<Target<T>> targets;
    private final String conflict;
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
        this(table, targets, "");
    }

    /**
     * @param targets the first one differs from row to row
     * @param conflict an ON CONFLICT clause, or nothing
     */
    SparseInsert(String table, List<Target<T>> targets, String conflict) {
        this.table = table;
        this.targets = targets;
        this.conflict = conflict;
    }

    /** Inserts the rows; returns how many were inserted. */
    int execute(Connection connection, List<T> rows) throws SQLException {
        List<Integer> forms = new ArrayList<>(targets.size());
        List<Object> single = new ArrayList<>();
        List<Array> arrays = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            Column<T> column = targets.get(i).values();
            Object common = i == 0 ? Column.DIFFERENT : column.common(rows);
            if (common == Column.DIFFERENT) {
                forms.add(ARRAY);
                arrays.add(column.array(connection, rows));
            } else if (common == null) {
                forms.add(LEFT_OUT);
            } else {
                forms.add(SINGLE);
                single.add(common);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(statements.computeIfAbsent(forms, this::sql))) {
            int parameter = 1;
            for (Object value : single) {
                statement.setObject(parameter++, value);
            }
            for (Array array : arrays) {
                statement.setArray(parameter++, array);
            }
            return statement.executeUpdate();
        }
    }

    private String sql(List<Integer> forms) {
        StringJoiner names = new StringJoiner(", ");
        StringJoiner expressions = new StringJoiner(", ");
        StringJoiner parameters = new StringJoiner(", ");
        StringJoiner unnested = new StringJoiner(", ");
        for (int i = 0; i < forms.size(); i++) {
            Target<T> target = targets.get(i);
            String type = target.values().type();
            if (forms.get(i).equals(LEFT_OUT)) {
                continue;
            }
            names.add(target.name());
            if (forms.get(i).equals(SINGLE)) {
                expressions.add(target.expression().replace("k." + target.name(), "(?::" + type + ")"));
            } else {
                expressions.add(target.expression());
                parameters.add("?::" + type + "[]");
                unnested.add(target.name());
            }
        }
        return "insert into %s (%s) select %s from unnest(%s) as k(%s) %s"
                .formatted(table, names, expressions, parameters, unnested, conflict);
    }
}
