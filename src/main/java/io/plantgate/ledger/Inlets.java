package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of inlets on this node. */
final class Inlets extends Interned<String, Integer> {

    private static final int ENTRIES_MAX = 10_000;

    private static final String INSERT =
            "insert into inlet (inlet, node) select unnest(?::text[]), ? on conflict (inlet, node) do nothing";
    private static final String SELECT = "select inlet_id, inlet from inlet where inlet = any(?) and node = ?";

    private final String node;

    Inlets(String node) {
        super(ENTRIES_MAX);
        this.node = node;
    }

    @Override
    Map<String, Integer> make(Connection connection, List<String> names) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            bind(insert, connection, names);
            insert.executeUpdate();
        }
        Map<String, Integer> numbers = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            bind(select, connection, names);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    numbers.put(row.getString(2), row.getInt(1));
                }
            }
        }
        return numbers;
    }

    private void bind(PreparedStatement statement, Connection connection, List<String> names) throws SQLException {
        statement.setArray(1, connection.createArrayOf("text", names.toArray()));
        statement.setString(2, node);
    }
}
