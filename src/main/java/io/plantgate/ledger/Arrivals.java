package io.plantgate.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.Flag;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.event.SourceTime;
import io.plantgate.event.VisibleText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes arrivals, every one, with its decision. */
final class Arrivals {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FACT_CHARS_MAX = 1000;
    private static final int SOURCE_TIME_CHARS_MAX = 100;

    private static final ArrayStatement<Draft> INSERT = new ArrayStatement<>(
            """
            insert into arrival (arrival_id, arrival_at, source_id, canonical_id, recurrence_of, work_item_id,
                                 source_time, import_id, import_row, raw_bytes, inlet_id, profile_version, decision,
                                 canon_version, late, transition_id, boot_id, source_time_text, reason, reason_detail,
                                 credential, flags, raw_hash, payload_hash, facts, raw)
            select k.arrival_id, %s, k.source_id, k.canonical_id, k.recurrence_of, k.work_item_id,
                   %s, k.import_id, k.import_row, k.raw_bytes, k.inlet_id, k.profile_version, k.decision::decision,
                   k.canon_version, k.late, k.transition_id, k.boot_id, k.source_time_text, k.reason, k.reason_detail,
                   k.credential, string_to_array(k.flags, ','), k.raw_hash, k.payload_hash, k.facts::jsonb, k.raw
              from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                          ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::integer[], ?::integer[], ?::text[],
                          ?::smallint[], ?::boolean[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                          ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::text[], ?::bytea[])
                   as k(arrival_id, arrival_at, source_id, canonical_id, recurrence_of, work_item_id,
                        source_time, import_id, import_row, raw_bytes, inlet_id, profile_version, decision,
                        canon_version, late, transition_id, boot_id, source_time_text, reason, reason_detail,
                        credential, flags, raw_hash, payload_hash, facts, raw)""".formatted(Micros.timestamp("arrival_at"), Micros.timestamp("source_time")),
            List.of(
                    ArrayStatement.bigint(Draft::arrivalId),
                    ArrayStatement.micros(Draft::arrivalAt),
                    ArrayStatement.bigint(draft -> draft.sourceId),
                    ArrayStatement.bigint(Draft::canonicalId),
                    ArrayStatement.bigint(draft -> draft.recurrenceOf),
                    ArrayStatement.bigint(draft -> draft.workItemId),
                    ArrayStatement.micros(draft ->
                            sourceTime(draft) == null ? null : sourceTime(draft).instant()),
                    ArrayStatement.bigint(draft -> draft.entry.importId()),
                    ArrayStatement.bigint(draft -> draft.entry.importRow()),
                    ArrayStatement.bigint(draft -> delivery(draft).raw().length()),
                    ArrayStatement.integer(draft -> draft.inletId),
                    ArrayStatement.integer(draft -> draft.profileVersion),
                    ArrayStatement.text(draft -> draft.verdict.name()),
                    ArrayStatement.smallint(draft -> payload(draft, Payload::canonVersion)),
                    ArrayStatement.bool(draft -> draft.late),
                    ArrayStatement.text(Arrivals::transitionId),
                    ArrayStatement.text(Arrivals::bootId),
                    ArrayStatement.text(Arrivals::sourceTimeText),
                    ArrayStatement.text(draft ->
                            reason(draft) == null ? null : reason(draft).code().name()),
                    ArrayStatement.text(draft ->
                            reason(draft) == null ? null : reason(draft).detail()),
                    ArrayStatement.text(draft -> visible(delivery(draft).credential(), FACT_CHARS_MAX)),
                    ArrayStatement.text(Arrivals::flags),
                    ArrayStatement.bytes(Draft::rawHash),
                    ArrayStatement.bytes(draft -> payload(draft, Payload::hash)),
                    ArrayStatement.text(draft -> facts(delivery(draft).facts())),
                    ArrayStatement.bytes(Draft::raw)));

    private static final String FIND = "select 1 from arrival where arrival_id = ? limit 1";

    /** Writes the drafts' rows. */
    void insert(Connection connection, List<Draft> drafts) throws SQLException {
        if (!drafts.isEmpty()) {
            INSERT.execute(connection, drafts);
        }
    }

    /** True if an arrival with this id is recorded. */
    boolean isRecorded(Connection connection, long arrivalId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setLong(1, arrivalId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    static Reason reason(Draft draft) {
        if (draft.reading instanceof Reading.Incomplete incomplete) {
            return incomplete.reason();
        }
        return draft.reading instanceof Reading.Undecodable undecodable ? undecodable.reason() : null;
    }

    /** The draft's flags as comma-separated words, or null. */
    static String flags(Draft draft) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        if (draft.reading instanceof Event event) {
            flags.addAll(event.flags());
        } else if (draft.reading instanceof Reading.Incomplete incomplete) {
            flags.addAll(incomplete.flags());
        }
        if (draft.unverified) {
            flags.add(Flag.UNVERIFIED);
        }
        return flags.isEmpty() ? null : flags.stream().map(Flag::name).collect(Collectors.joining(","));
    }

    private static Delivery delivery(Draft draft) {
        return draft.entry.arrival().delivery();
    }

    private static <T> T payload(Draft draft, java.util.function.Function<Payload, T> part) {
        return draft.payload() == null ? null : part.apply(draft.payload());
    }

    private static String transitionId(Draft draft) {
        if (draft.reading instanceof Event event) {
            return event.identity().transitionId();
        }
        return draft.reading instanceof Reading.Incomplete incomplete ? incomplete.transitionId() : null;
    }

    private static String bootId(Draft draft) {
        if (draft.reading instanceof Event event) {
            return event.identity().bootId();
        }
        return draft.reading instanceof Reading.Incomplete incomplete ? incomplete.bootId() : null;
    }

    private static SourceTime sourceTime(Draft draft) {
        if (draft.reading instanceof Event event) {
            return event.sourceTime();
        }
        return draft.reading instanceof Reading.Incomplete incomplete ? incomplete.sourceTime() : null;
    }

    private static String sourceTimeText(Draft draft) {
        SourceTime time = sourceTime(draft);
        return time == null ? null : visible(time.text(), SOURCE_TIME_CHARS_MAX);
    }

    // PostgreSQL refuses U+0000 and lone surrogates in text, so that neither may reach it from a device.
    private static String visible(String text, int charsMax) {
        return text == null ? null : VisibleText.of(text, charsMax);
    }

    private static String facts(Map<String, String> facts) {
        if (facts.isEmpty()) {
            return null;
        }
        Map<String, String> visible = new TreeMap<>();
        facts.forEach((name, value) -> visible.put(visible(name, FACT_CHARS_MAX), visible(value, FACT_CHARS_MAX)));
        try {
            return JSON.writeValueAsString(visible);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A map of texts can be written as JSON", e);
        }
    }
}
