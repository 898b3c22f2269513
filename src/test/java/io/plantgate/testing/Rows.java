package io.plantgate.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What is really in the database, asked in SQL. */
public final class Rows {

    private final DataSource dataSource;

    public Rows(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The rows as texts, columns joined by a blank. */
    public List<String> list(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                List<String> rows = new ArrayList<>();
                while (row.next()) {
                    rows.add(joined(row));
                }
                return rows;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The single row. */
    public String one(String sql, Object... parameters) {
        List<String> rows = list(sql, parameters);
        if (rows.size() != 1) {
            throw new AssertionError("expected one row, got " + rows + " from " + sql);
        }
        return rows.get(0);
    }

    public long count(String fromWhere, Object... parameters) {
        return Long.parseLong(one("select count(*) from " + fromWhere, parameters));
    }

    /** Executes a statement and says how many rows it touched. */
    public int execute(String sql) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
            return Math.max(0, statement.getUpdateCount());
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static String joined(ResultSet row) throws SQLException {
        StringBuilder joined = new StringBuilder();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            joined.append(i > 1 ? " " : "").append(row.getString(i));
        }
        return joined.toString();
    }
}
