package io.plantgate.effect;

import io.plantgate.event.RawBytes;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers of the texts under which kinds were tried. */
final class KindVersions {

    private static final String INSERT = """
            insert into effect_kind_version (kind, definition, definition_hash) values (?, ?, ?)
            on conflict (kind, definition_hash) do nothing""";
    private static final String SELECT =
            "select kind_version from effect_kind_version where kind = ? and definition_hash = ?";

    private final Map<String, Known> numbers = new ConcurrentHashMap<>();

    private record Known(String definition, int number) {}

    /** The number of the kind's text. The connection is in auto-commit. */
    int number(Connection connection, Kind kind) throws SQLException {
        Known known = numbers.get(kind.name());
        if (known == null || !known.definition().equals(kind.definition())) {
            known = new Known(kind.definition(), make(connection, kind));
            numbers.put(kind.name(), known);
        }
        return known.number();
    }

    private static int make(Connection connection, Kind kind) throws SQLException {
        byte[] hash = RawBytes.sha256(kind.definition().getBytes(StandardCharsets.UTF_8));
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, kind.name());
            insert.setString(2, kind.definition());
            insert.setBytes(3, hash);
            insert.executeUpdate();
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setString(1, kind.name());
            select.setBytes(2, hash);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
