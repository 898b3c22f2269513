package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Appends what people supplied to arrivals that had no identity. */
final class Completions {

    // The lock makes the second of two people wait; the next statement sees what the first wrote.
    private static final String LOCK =
            "select arrival_id from arrival where arrival_id = any(?) order by arrival_id for update";
    private static final String FIND = "select arrival_id from completion where arrival_id = any(?)";

    private static final ArrayStatement<Draft> INSERT = new ArrayStatement<>(
            """
            insert into completion (arrival_id, arrival_at, decision, source_id, transition_id, boot_id, canonical_id,
                                    recurrence_of, work_item_id, late, flags, payload_hash, canon_version,
                                    profile_version, supplied, completed_by, reason, source_time,
                                    source_time_text)
            select k.arrival_id, %s, k.decision::decision, k.source_id, k.transition_id, k.boot_id, k.canonical_id,
                   k.recurrence_of, k.work_item_id, k.late, string_to_array(k.flags, ','), k.payload_hash,
                   k.canon_version, k.profile_version, k.supplied::jsonb, k.completed_by, k.reason,
                   %s, k.source_time_text
              from unnest(?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::bigint[],
                          ?::bigint[], ?::bigint[], ?::boolean[], ?::text[], ?::bytea[], ?::smallint[],
                          ?::integer[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[])
                   as k(arrival_id, arrival_at, decision, source_id, transition_id, boot_id, canonical_id,
                        recurrence_of, work_item_id, late, flags, payload_hash, canon_version,
                        profile_version, supplied, completed_by, reason, source_time, source_time_text)""".formatted(Micros.timestamp("arrival_at"), Micros.timestamp("source_time")),
            List.of(
                    ArrayStatement.bigint(Draft::arrivalId),
                    ArrayStatement.micros(Draft::arrivalAt),
                    ArrayStatement.text(draft -> draft.verdict.name()),
                    ArrayStatement.bigint(draft -> draft.sourceId),
                    ArrayStatement.text(draft -> draft.event().identity().transitionId()),
                    ArrayStatement.text(draft -> draft.event().identity().bootId()),
                    ArrayStatement.bigint(Draft::canonicalId),
                    ArrayStatement.bigint(draft -> draft.recurrenceOf),
                    ArrayStatement.bigint(draft -> draft.workItemId),
                    ArrayStatement.bool(draft -> draft.late),
                    ArrayStatement.text(Arrivals::flags),
                    ArrayStatement.bytes(draft -> draft.payload().hash()),
                    ArrayStatement.smallint(draft -> draft.payload().canonVersion()),
                    ArrayStatement.integer(draft -> draft.profileVersion),
                    ArrayStatement.text(draft -> draft.entry.completion().supplied()),
                    ArrayStatement.text(draft -> draft.entry.completion().by()),
                    ArrayStatement.text(draft -> draft.entry.completion().reason()),
                    ArrayStatement.micros(Arrivals::sourceTime),
                    ArrayStatement.text(Arrivals::sourceTimeText)));

    /** Locks the kept arrivals and says which of them may no longer be completed: they were, or they are not there. */
    Set<Long> refused(Connection connection, List<Long> arrivalIds) throws SQLException {
        Set<Long> refused = new HashSet<>(arrivalIds);
        refused.removeAll(read(connection, LOCK, arrivalIds));
        refused.addAll(read(connection, FIND, arrivalIds));
        return refused;
    }

    void insert(Connection connection, List<Draft> drafts) throws SQLException {
        if (!drafts.isEmpty()) {
            INSERT.execute(connection, drafts);
        }
    }

    /** True if a completion of this arrival is recorded. */
    boolean isRecorded(Connection connection, long arrivalId) throws SQLException {
        return !read(connection, FIND, List.of(arrivalId)).isEmpty();
    }

    private static Set<Long> read(Connection connection, String sql, List<Long> arrivalIds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("int8", arrivalIds.toArray(Long[]::new)));
            try (ResultSet row = statement.executeQuery()) {
                Set<Long> found = new HashSet<>();
                while (row.next()) {
                    found.add(row.getLong(1));
                }
                return found;
            }
        }
    }
}
