package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an earlier attempt sent.
 *
 * @param sameKind whether it was made by the kind's text of the newest attempt
 * @param digest SHA-256 of it; null if the attempt ended before that was recorded
 */
record SentBefore(boolean sameKind, byte[] digest) {

    // What was certainly not done cannot be what the target has under the key.
    private static final String SELECT = """
            select a.effect_id, a.kind_version = newest.kind_version, a.request_digest
              from attempt a
              join lateral (select n.attempt_id, n.kind_version from attempt n where n.effect_id = a.effect_id
                             order by n.attempt_id desc limit 1) newest on a.attempt_id <> newest.attempt_id
             where a.effect_id = any(?) and a.purpose = 'SEND' and coalesce(a.outcome, 'UNKNOWN') in ('UNKNOWN', 'ACCEPTED')
             order by a.attempt_id""";

    static Map<Long, List<SentBefore>> read(Connection connection, Collection<Long> effectIds) throws SQLException {
        Map<Long, List<SentBefore>> sent = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            statement.setArray(1, connection.createArrayOf("int8", effectIds.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    sent.computeIfAbsent(row.getLong(1), id -> new ArrayList<>())
                            .add(new SentBefore(row.getBoolean(2), row.getBytes(3)));
                }
            }
        }
        return sent;
    }

    /** Whether it may have been something else than this. */
    boolean differsFrom(byte[] now) {
        return digest == null ? !sameKind : !Arrays.equals(digest, now);
    }
}
