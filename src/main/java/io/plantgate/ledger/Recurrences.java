package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds canonical events whose source and transitionId are there already under another boot. */
final class Recurrences {

    private static final ArrayStatement<Draft> READ = new ArrayStatement<>(
            """
            select k.position, i.canonical_id
              from unnest(?::bigint[], ?::text[], ?::text[]) with ordinality
                   as k(source_id, transition_id, boot_id, position)
              join identity i
                on i.source_id = k.source_id and i.transition_id = k.transition_id and i.boot_id <> k.boot_id
             order by k.position, i.recorded_at, i.canonical_id""",
            List.of(
                    ArrayStatement.bigint(draft -> draft.sourceId),
                    ArrayStatement.text(draft -> draft.event().identity().transitionId()),
                    ArrayStatement.text(draft -> draft.event().identity().bootId())));

    /**
     * Notes on each draft the newest event that it may be a recurrence of.
     *
     * @param drafts canonical ones of devices with several boots, in the order of their coming
     */
    void find(Connection connection, List<Draft> drafts) throws SQLException {
        if (drafts.isEmpty()) {
            return;
        }
        Map<Long, Integer> positions = new HashMap<>();
        for (int i = 0; i < drafts.size(); i++) {
            positions.put(drafts.get(i).arrivalId(), i);
        }
        try (PreparedStatement statement = READ.bind(connection, drafts);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int position = row.getInt(1) - 1;
                long earlier = row.getLong(2);
                // One of this very transaction counts only if it came before.
                if (positions.getOrDefault(earlier, -1) < position) {
                    drafts.get(position).recurrenceOf = earlier;
                }
            }
        }
    }
}
