package io.plantgate.ledger;

import io.plantgate.event.Reading;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** Opens work items: one per (canonical event, other payload), one per (profile, reason) of what has no identity. */
final class WorkItems {

    private static final ArrayStatement<Draft> OPEN_CONFLICTS = new ArrayStatement<>(
            """
            insert into work_item (kind, canonical_id, payload_hash, arrival_id, first_raw, other_raw)
            select 'CONFLICT', k.canonical_id, k.payload_hash, k.arrival_id,
                   coalesce(k.first_raw, (select a.raw from arrival a where a.arrival_id = k.canonical_id)), k.other_raw
              from unnest(?::bigint[], ?::bytea[], ?::bigint[], ?::bytea[], ?::bytea[])
                   as k(canonical_id, payload_hash, arrival_id, first_raw, other_raw)
            on conflict do nothing""",
            List.of(
                    ArrayStatement.bigint(Draft::canonicalId),
                    ArrayStatement.bytes(draft -> draft.payload().hash()),
                    ArrayStatement.bigint(Draft::arrivalId),
                    ArrayStatement.bytes(draft -> draft.first.draft() == null
                            ? null
                            : draft.first.draft().raw()),
                    ArrayStatement.bytes(Draft::raw)));

    private static final ArrayStatement<Draft> READ_CONFLICTS = new ArrayStatement<>(
            """
            select k.position, w.work_item_id, w.arrival_id, w.first_raw is not null
              from unnest(?::bigint[], ?::bytea[]) with ordinality as k(canonical_id, payload_hash, position)
              join work_item w on w.kind = 'CONFLICT'
               and w.canonical_id = k.canonical_id and w.payload_hash = k.payload_hash""", List.of(ArrayStatement.bigint(Draft::canonicalId), ArrayStatement.bytes(draft -> draft.payload()
                    .hash())));

    private static final ArrayStatement<Draft> OPEN_INCOMPLETE = new ArrayStatement<>(
            """
            insert into work_item (kind, profile, reason, arrival_id)
            select 'INCOMPLETE', k.profile, k.reason, k.arrival_id
              from unnest(?::text[], ?::text[], ?::bigint[]) as k(profile, reason, arrival_id)
            on conflict do nothing""",
            List.of(
                    ArrayStatement.text(WorkItems::profile),
                    ArrayStatement.text(WorkItems::reason),
                    ArrayStatement.bigint(Draft::arrivalId)));

    private static final ArrayStatement<Draft> READ_INCOMPLETE = new ArrayStatement<>(
            """
            select k.position, w.work_item_id, w.arrival_id, false
              from unnest(?::text[], ?::text[]) with ordinality as k(profile, reason, position)
              join work_item w on w.kind = 'INCOMPLETE' and w.profile = k.profile and w.reason = k.reason""", List.of(ArrayStatement.text(WorkItems::profile), ArrayStatement.text(WorkItems::reason)));

    /** Attaches every conflicting draft to its item; marks the one that opened it. */
    void attachConflicts(Connection connection, List<Draft> drafts) throws SQLException {
        attach(connection, group(drafts, WorkItems::conflictKey), OPEN_CONFLICTS, READ_CONFLICTS);
    }

    /** Attaches every draft without identity to its item. */
    void attachIncomplete(Connection connection, List<Draft> drafts) throws SQLException {
        attach(
                connection,
                group(drafts, draft -> profile(draft) + '\n' + reason(draft)),
                OPEN_INCOMPLETE,
                READ_INCOMPLETE);
    }

    private static void attach(
            Connection connection,
            Collection<List<Draft>> groups,
            ArrayStatement<Draft> open,
            ArrayStatement<Draft> read)
            throws SQLException {
        if (groups.isEmpty()) {
            return;
        }
        List<List<Draft>> inKeyOrder = new ArrayList<>(groups);
        List<Draft> firsts = inKeyOrder.stream().map(group -> group.get(0)).toList();
        open.execute(connection, firsts);
        try (PreparedStatement statement = read.bind(connection, firsts);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int position = row.getInt(1) - 1;
                long item = row.getLong(2);
                boolean firstKept = row.getBoolean(4);
                for (Draft draft : inKeyOrder.get(position)) {
                    draft.workItemId = item;
                    draft.firstKept = firstKept;
                }
                Draft first = firsts.get(position);
                first.opensWorkItem = row.getLong(3) == first.arrivalId();
            }
        }
    }

    private static Collection<List<Draft>> group(List<Draft> drafts, java.util.function.Function<Draft, String> key) {
        TreeMap<String, List<Draft>> groups = new TreeMap<>();
        drafts.forEach(draft -> groups.computeIfAbsent(key.apply(draft), any -> new ArrayList<>())
                .add(draft));
        return groups.values();
    }

    private static String conflictKey(Draft draft) {
        return String.format("%019d", draft.canonicalId())
                + HexFormat.of().formatHex(draft.payload().hash());
    }

    private static String profile(Draft draft) {
        return draft.entry.arrival().profile().profile();
    }

    private static String reason(Draft draft) {
        return ((Reading.Incomplete) draft.reading).reason().code().name();
    }
}
