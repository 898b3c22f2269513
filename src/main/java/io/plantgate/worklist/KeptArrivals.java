package io.plantgate.worklist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Delivery;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.ledger.Verdict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the kept bytes of arrivals. */
public final class KeptArrivals {

    private static final String FIND = """
            select a.arrival_id, a.arrival_at, n.inlet, a.raw, a.raw_bytes, a.raw_hash, a.facts, a.credential, a.decision,
                   m.header, p.profile, encode(p.digest, 'hex') as digest, p.definition,
                   exists (select from completion c where c.arrival_id = a.arrival_id) as completed
              from arrival a
              join inlet n using (inlet_id)
              left join profile_version p using (profile_version)
              left join import m using (import_id)
             where a.arrival_id = :arrivalId
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JdbcClient jdbc;

    public KeptArrivals(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    public Optional<Evidence> find(long arrivalId) {
        return jdbc.sql(FIND)
                .param("arrivalId", arrivalId)
                .query((row, number) -> evidence(row))
                .optional();
    }

    private static Evidence evidence(ResultSet row) throws SQLException {
        return new Evidence(
                row.getLong("arrival_id"),
                delivery(row),
                row.getBytes("header"),
                profile(row),
                Verdict.valueOf(row.getString("decision")),
                row.getBoolean("completed"));
    }

    private static Delivery delivery(ResultSet row) throws SQLException {
        Instant arrivalAt = row.getObject("arrival_at", OffsetDateTime.class).toInstant();
        RawBytes raw = new RawBytes(row.getBytes("raw"), row.getLong("raw_bytes"), row.getBytes("raw_hash"));
        return new Delivery(
                arrivalAt, row.getString("inlet"), raw, facts(row.getString("facts")), row.getString("credential"));
    }

    private static ProfileVersion profile(ResultSet row) throws SQLException {
        String name = row.getString("profile");
        return name == null ? null : new ProfileVersion(name, row.getString("digest"), row.getString("definition"));
    }

    private static Map<String, String> facts(String json) {
        if (json == null) {
            return Map.of();
        }
        try {
            return JSON.readValue(json, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("arrival.facts is not a JSON object of texts: " + json, e);
        }
    }
}
