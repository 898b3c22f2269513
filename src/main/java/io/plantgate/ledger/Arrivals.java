package io.plantgate.ledger;

import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.Flag;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.event.SourceTime;
import io.plantgate.event.VisibleText;
import io.plantgate.ledger.CopyInsert.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Writes arrivals, every one, with its decision. */
final class Arrivals {

    private static final int FACT_CHARS_MAX = 1000;
    private static final int SOURCE_TIME_CHARS_MAX = 100;

    private static final CopyInsert<Draft> INSERT = new CopyInsert<>(
            "arrival",
            List.of(
                    new Column<>("arrival_id", (field, draft) -> field.int8(draft.arrivalId())),
                    new Column<>("arrival_at", (field, draft) -> field.timestamp(draft.arrivalAt())),
                    new Column<>("source_id", (field, draft) -> field.int8(draft.sourceId)),
                    new Column<>("canonical_id", (field, draft) -> field.int8(draft.canonicalId())),
                    new Column<>("recurrence_of", (field, draft) -> field.int8(draft.recurrenceOf)),
                    new Column<>("work_item_id", (field, draft) -> field.int8(draft.workItemId)),
                    new Column<>("source_time", (field, draft) -> field.timestamp(sourceTime(draft))),
                    new Column<>("import_id", (field, draft) -> field.int8(draft.entry.importId())),
                    new Column<>("import_row", (field, draft) -> field.int8(draft.entry.importRow())),
                    new Column<>(
                            "raw_bytes",
                            (field, draft) -> field.int8(delivery(draft).raw().length())),
                    new Column<>("inlet_id", (field, draft) -> field.int4(draft.inletId)),
                    new Column<>("profile_version", (field, draft) -> field.int4(draft.profileVersion)),
                    new Column<>("decision", (field, draft) -> field.text(draft.verdict.name())),
                    new Column<>("canon_version", (field, draft) -> field.int2(payload(draft, Payload::canonVersion))),
                    new Column<>("late", (field, draft) -> field.bool(draft.late)),
                    new Column<>("transition_id", (field, draft) -> field.text(transitionId(draft))),
                    new Column<>("boot_id", (field, draft) -> field.text(bootId(draft))),
                    new Column<>("source_time_text", (field, draft) -> field.text(sourceTimeText(draft))),
                    new Column<>("reason", (field, draft) -> field.text(reasonCode(draft))),
                    new Column<>("reason_detail", (field, draft) -> field.text(reasonDetail(draft))),
                    new Column<>(
                            "credential",
                            (field, draft) -> field.text(visible(delivery(draft).credential(), FACT_CHARS_MAX))),
                    new Column<>("flags", (field, draft) -> field.texts(flagNames(draft))),
                    new Column<>("raw_hash", (field, draft) -> field.bytea(draft.rawHash())),
                    new Column<>("payload_hash", (field, draft) -> field.bytea(payload(draft, Payload::hash))),
                    new Column<>(
                            "facts",
                            (field, draft) -> field.object(delivery(draft).facts(), FACT_CHARS_MAX)),
                    new Column<>("raw", (field, draft) -> field.bytea(draft.raw()))));

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
        List<String> names = flagNames(draft);
        return names == null ? null : String.join(",", names);
    }

    private static List<String> flagNames(Draft draft) {
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
        return flags.stream().map(Flag::name).toList();
    }

    private static String reasonCode(Draft draft) {
        Reason reason = reason(draft);
        return reason == null ? null : reason.code().name();
    }

    private static String reasonDetail(Draft draft) {
        Reason reason = reason(draft);
        return reason == null ? null : reason.detail();
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
}
