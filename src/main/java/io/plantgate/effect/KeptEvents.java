package io.plantgate.effect;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.FieldValue;
import io.plantgate.event.PayloadReading;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ProfileVersion;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the arrivals that effects follow from, and what they say, from the bytes as they came. An arrival that a person
 * completed is read with what was supplied.
 */
final class KeptEvents {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> FACTS = new TypeReference<>() {};

    private static final String READ = """
            select a.arrival_id, a.arrival_at, s.source, s.device, coalesce(c.transition_id, a.transition_id) as transition_id,
                   coalesce(c.boot_id, a.boot_id) as boot_id, coalesce(c.late, a.late) as late,
                   coalesce(c.recurrence_of, a.recurrence_of) as recurrence_of,
                   coalesce(c.source_time_text, a.source_time_text) as source_time,
                   coalesce(c.profile_version, a.profile_version) as profile_version, a.raw, a.raw_bytes, i.header, a.facts
              from arrival a
              left join completion c on c.arrival_id = a.arrival_id
              left join source s on s.source_id = coalesce(c.source_id, a.source_id)
              left join import i on i.import_id = a.import_id
             where a.arrival_id = any(?)""";
    private static final String VERSION =
            "select profile, digest, definition from profile_version where profile_version = ?";

    private final PayloadReading reading;
    private final Map<Integer, ProfileVersion> versions = new ConcurrentHashMap<>();

    KeptEvents(PayloadReading reading) {
        this.reading = reading;
    }

    /**
     * One arrival as it is kept.
     *
     * @param kept its bytes; null where only a prefix of them is kept
     */
    record KeptEvent(
            long arrivalId,
            Instant arrivalAt,
            String source,
            String device,
            String transitionId,
            String bootId,
            boolean late,
            Long recurrenceOf,
            String sourceTime,
            KeptArrival kept) {}

    /** Those that are still there, by their ids. */
    Map<Long, KeptEvent> read(Connection connection, Collection<Long> arrivalIds) throws SQLException {
        Map<Long, KeptEvent> events = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setArray(1, connection.createArrayOf("int8", arrivalIds.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    events.put(row.getLong("arrival_id"), event(connection, row));
                }
            }
        }
        return events;
    }

    private KeptEvent event(Connection connection, ResultSet row) throws SQLException {
        long recurrence = row.getLong("recurrence_of");
        return new KeptEvent(
                row.getLong("arrival_id"),
                Claims.instant(row, "arrival_at"),
                row.getString("source"),
                row.getString("device"),
                row.getString("transition_id"),
                row.getString("boot_id"),
                row.getBoolean("late"),
                recurrence == 0 ? null : recurrence,
                row.getString("source_time"),
                kept(connection, row));
    }

    private KeptArrival kept(Connection connection, ResultSet row) throws SQLException {
        byte[] raw = row.getBytes("raw");
        int version = row.getInt("profile_version");
        if (raw.length < row.getLong("raw_bytes") || version == 0) {
            return null;
        }
        EventIdentity identity = row.getString("source") == null || row.getString("transition_id") == null
                ? null
                : new EventIdentity(row.getString("source"), row.getString("transition_id"), row.getString("boot_id"));
        return new KeptArrival(
                raw, row.getBytes("header"), facts(row.getString("facts")), version(connection, version), identity);
    }

    private ProfileVersion version(Connection connection, int number) throws SQLException {
        ProfileVersion known = versions.get(number);
        if (known != null) {
            return known;
        }
        try (PreparedStatement select = connection.prepareStatement(VERSION)) {
            select.setInt(1, number);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                ProfileVersion read = new ProfileVersion(
                        row.getString(1), HexFormat.of().formatHex(row.getBytes(2)), row.getString(3));
                versions.put(number, read);
                return read;
            }
        }
    }

    private static Map<String, String> facts(String json) throws SQLException {
        try {
            return json == null ? Map.of() : JSON.readValue(json, FACTS);
        } catch (IOException e) {
            throw new SQLException("facts of an arrival are no object of texts", e);
        }
    }

    /** What a template sees of an event; {@code payload} is null where the bytes cannot be read again. */
    ObjectNode asJson(KeptEvent event) {
        ObjectNode json = JSON.createObjectNode();
        json.put("source", event.source());
        json.put("transitionId", event.transitionId());
        json.put("bootId", event.bootId());
        json.put("device", event.device());
        json.put("arrivalAt", event.arrivalAt().toString());
        json.put("sourceTime", event.sourceTime());
        json.put("late", event.late());
        json.put("recurrenceOf", event.recurrenceOf());
        Optional<FieldValue> payload = event.kept() == null ? Optional.empty() : reading.payload(event.kept());
        json.set("payload", payload.map(FieldTrees::of).orElse(JSON.nullNode()));
        return json;
    }
}
