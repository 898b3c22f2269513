package io.plantgate.ledger;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.bool;
import static io.plantgate.ledger.ArrayStatement.bytes;
import static io.plantgate.ledger.ArrayStatement.integer;
import static io.plantgate.ledger.ArrayStatement.micros;
import static io.plantgate.ledger.ArrayStatement.smallint;
import static io.plantgate.ledger.ArrayStatement.text;
import static io.plantgate.ledger.SparseInsert.Target.plain;
import static io.plantgate.ledger.SparseInsert.Target.timestamp;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.Flag;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.event.SourceTime;
import io.plantgate.event.VisibleText;
import io.plantgate.ledger.SparseInsert.Target;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes arrivals, every one, with its decision. */
final class Arrivals {

    private static final JsonStringEncoder JSON = JsonStringEncoder.getInstance();
    private static final int FACT_CHARS_MAX = 1000;
    private static final int FACTS_CHARS_USUAL = 200;
    private static final int SOURCE_TIME_CHARS_MAX = 100;

    private static final SparseInsert<Draft> INSERT = new SparseInsert<>(
            "arrival",
            List.of(
                    plain("arrival_id", bigint(Draft::arrivalId)),
                    timestamp("arrival_at", micros(Draft::arrivalAt)),
                    plain("source_id", bigint(draft -> draft.sourceId)),
                    plain("canonical_id", bigint(Draft::canonicalId)),
                    plain("recurrence_of", bigint(draft -> draft.recurrenceOf)),
                    plain("work_item_id", bigint(draft -> draft.workItemId)),
                    timestamp("source_time", micros(Arrivals::sourceTime)),
                    plain("import_id", bigint(draft -> draft.entry.importId())),
                    plain("import_row", bigint(draft -> draft.entry.importRow())),
                    plain("raw_bytes", bigint(draft -> delivery(draft).raw().length())),
                    plain("inlet_id", integer(draft -> draft.inletId)),
                    plain("profile_version", integer(draft -> draft.profileVersion)),
                    new Target<>("decision", "k.decision::decision", text(draft -> draft.verdict.name())),
                    plain("canon_version", smallint(draft -> payload(draft, Payload::canonVersion))),
                    // The column's default is false.
                    new Target<>("late", "coalesce(k.late, false)", bool(draft -> draft.late ? true : null)),
                    plain("transition_id", text(Arrivals::transitionId)),
                    plain("boot_id", text(Arrivals::bootId)),
                    plain("source_time_text", text(Arrivals::sourceTimeText)),
                    plain(
                            "reason",
                            text(draft -> reason(draft) == null
                                    ? null
                                    : reason(draft).code().name())),
                    plain(
                            "reason_detail",
                            text(draft ->
                                    reason(draft) == null ? null : reason(draft).detail())),
                    plain("credential", text(draft -> visible(delivery(draft).credential(), FACT_CHARS_MAX))),
                    new Target<>("flags", "string_to_array(k.flags, ',')", text(Arrivals::flags)),
                    plain("raw_hash", bytes(Draft::rawHash)),
                    plain("payload_hash", bytes(draft -> payload(draft, Payload::hash))),
                    new Target<>(
                            "facts",
                            "k.facts::jsonb",
                            text(draft -> facts(delivery(draft).facts()))),
                    plain("raw", bytes(Draft::raw))));

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
        Set<Flag> read = draft.reading instanceof Event event
                ? event.flags()
                : draft.reading instanceof Reading.Incomplete incomplete ? incomplete.flags() : Set.of();
        if (read.isEmpty() && !draft.unverified) {
            return null;
        }
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        flags.addAll(read);
        if (draft.unverified) {
            flags.add(Flag.UNVERIFIED);
        }
        return flags.stream().map(Flag::name).collect(Collectors.joining(","));
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

    static Instant sourceTime(Draft draft) {
        SourceTime time = sentTime(draft);
        return time == null ? null : time.instant();
    }

    private static SourceTime sentTime(Draft draft) {
        if (draft.reading instanceof Event event) {
            return event.sourceTime();
        }
        return draft.reading instanceof Reading.Incomplete incomplete ? incomplete.sourceTime() : null;
    }

    static String sourceTimeText(Draft draft) {
        SourceTime time = sentTime(draft);
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
        StringBuilder json = new StringBuilder(FACTS_CHARS_USUAL);
        facts.forEach((name, value) -> {
            json.append(json.isEmpty() ? "{\"" : ",\"");
            JSON.quoteAsString(visible(name, FACT_CHARS_MAX), json);
            json.append("\":\"");
            JSON.quoteAsString(visible(value, FACT_CHARS_MAX), json);
            json.append('"');
        });
        return json.append('}').toString();
    }
}
