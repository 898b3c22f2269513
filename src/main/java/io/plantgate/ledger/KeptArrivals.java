package io.plantgate.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.PayloadRereading.KeptArrival;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Reads what is kept of one arrival's bytes. */
final class KeptArrivals {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> FACTS = new TypeReference<>() {};

    private static final String READ = """
            select a.raw, a.raw_bytes, i.header, a.facts, a.profile_version
              from arrival a left join import i using (import_id)
             where a.arrival_id = ?""";

    private final ProfileVersions versions;

    KeptArrivals(ProfileVersions versions) {
        this.versions = versions;
    }

    /** The arrival's bytes; empty if they are gone or were never kept whole. */
    Optional<KeptArrival> find(Connection connection, long arrivalId, EventIdentity identity) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setLong(1, arrivalId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || row.getBytes(1).length < row.getLong(2)) {
                    return Optional.empty();
                }
                return Optional.of(new KeptArrival(
                        row.getBytes(1),
                        row.getBytes(3),
                        facts(row.getString(4)),
                        versions.version(connection, row.getInt(5)),
                        identity));
            }
        }
    }

    private static Map<String, String> facts(String json) throws SQLException {
        try {
            return json == null ? Map.of() : JSON.readValue(json, FACTS);
        } catch (JsonProcessingException e) {
            throw new SQLException("arrival.facts is not an object of texts", e);
        }
    }
}
