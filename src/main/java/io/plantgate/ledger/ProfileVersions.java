package io.plantgate.ledger;

import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers of profile versions, and the version behind a number: a handful, kept for good. */
final class ProfileVersions {

    private static final String INSERT = """
            insert into profile_version (profile, digest, definition, definition_hash) values (?, ?, ?, ?)
            on conflict (profile, definition_hash) do nothing""";
    private static final String SELECT =
            "select profile_version from profile_version where profile = ? and definition_hash = ?";
    private static final String SELECT_BY_NUMBER =
            "select profile, digest, definition from profile_version where profile_version = ?";

    private final Map<ProfileVersion, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, ProfileVersion> versions = new ConcurrentHashMap<>();

    /** Makes the missing numbers. The connection is in auto-commit. */
    void require(Connection connection, Collection<ProfileVersion> wanted) throws SQLException {
        for (ProfileVersion version : wanted) {
            if (!numbers.containsKey(version)) {
                int number = make(connection, version);
                versions.put(number, version);
                numbers.put(version, number);
            }
        }
    }

    /** The number of a version that {@link #require} has seen. */
    int number(ProfileVersion version) {
        return numbers.get(version);
    }

    /** The version behind a stored number. */
    ProfileVersion version(Connection connection, int number) throws SQLException {
        ProfileVersion known = versions.get(number);
        if (known != null) {
            return known;
        }
        ProfileVersion read = read(connection, number);
        versions.put(number, read);
        return read;
    }

    private static int make(Connection connection, ProfileVersion version) throws SQLException {
        byte[] definitionHash = RawBytes.sha256(version.definition().getBytes(StandardCharsets.UTF_8));
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, version.profile());
            insert.setBytes(2, HexFormat.of().parseHex(version.digest()));
            insert.setString(3, version.definition());
            insert.setBytes(4, definitionHash);
            insert.executeUpdate();
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setString(1, version.profile());
            select.setBytes(2, definitionHash);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static ProfileVersion read(Connection connection, int number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_BY_NUMBER)) {
            select.setInt(1, number);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("profile_version " + number + " is missing: restore the table.");
                }
                return new ProfileVersion(
                        row.getString(1), HexFormat.of().formatHex(row.getBytes(2)), row.getString(3));
            }
        }
    }
}
