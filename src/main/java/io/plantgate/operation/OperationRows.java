package io.plantgate.operation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads operations as they stand. */
final class OperationRows {

    private static final String COLUMNS = """
            select operation_key, client, operation_id, target, command, state, encode(digest, 'hex') as digest, canon_version,
                   canon_bytes, door, asked_by, received_at, valid_until, replay_until,
                   greatest(results_until, ended_at + (results_until - received_at)) as results_until, approvals_needed, attempts,
                   operation_number, result_id, result, encode(result_digest, 'hex') as result_digest, device_reference, code, reason,
                   (select r.client || '/' || r.operation_id from operation r where r.operation_key = o.replaces) as replaces,
                   (select s.client || '/' || s.operation_id from operation s where s.operation_key = o.similar_to) as similar_to,
                   ended_at, shrunk_at
              from operation o
            """;
    private static final String BY_NAME = COLUMNS + " where client = :client and operation_id = :operationId";
    private static final String BY_KEY = COLUMNS + " where operation_key = :key";
    private static final String OUTCOMES =
            COLUMNS + " where operation_key = any(:keys::bigint[]) and state >= 'succeeded'";
    private static final String UNTOLD = COLUMNS + """
             where door = 'effect' and told_at is null and state >= 'succeeded'
             order by operation_key limit :limit
            """;
    // Not if it has moved on meanwhile: then there is something else to tell.
    private static final String TELL = """
            update operation set told_at = clock_timestamp() where operation_key = :key and state = :state::operation_state
            """;

    private final OperationStore store;

    OperationRows(OperationStore store) {
        this.store = store;
    }

    Optional<Operation> find(OperationRequest.Name name) {
        return store.sql(BY_NAME)
                .param("client", name.client())
                .param("operationId", name.operationId())
                .query(ROW)
                .optional();
    }

    Optional<Operation> find(long key) {
        return store.sql(BY_KEY).param("key", key).query(ROW).optional();
    }

    /** Those of them that are not pending any more. */
    List<Operation> outcomes(Collection<Long> keys) {
        return store.sql(OUTCOMES)
                .param("keys", keys.toArray(Long[]::new))
                .query(ROW)
                .list();
    }

    List<Operation> list(OperationQuery query) {
        return asked(query, "").query(ROW).list();
    }

    /** How PostgreSQL would answer it. */
    List<String> plan(OperationQuery query) {
        return asked(query, "explain ").query(String.class).list();
    }

    // Only what is asked stands in the statement, so that an index can serve it.
    private JdbcClient.StatementSpec asked(OperationQuery query, String before) {
        Map<String, Object> values = new LinkedHashMap<>();
        StringBuilder where = new StringBuilder(" where operation_key < :after");
        if (query.state() != null) {
            // As a literal: only so PostgreSQL sees that the index on open states holds it.
            where.append(" and state = '").append(query.state().sql()).append('\'');
        }
        restrict(where, values, " and target = :target", "target", query.target());
        restrict(where, values, " and client = :client", "client", query.client());
        restrict(where, values, " and operation_id = :operationId", "operationId", query.operationId());
        restrict(where, values, " and received_at >= :from", "from", utc(query.from()));
        restrict(where, values, " and received_at < :to", "to", utc(query.to()));
        return store.sql(before + COLUMNS + where + " order by operation_key desc limit :limit")
                .param("after", query.after())
                .param("limit", query.limit())
                .params(values);
    }

    private static void restrict(
            StringBuilder where, Map<String, Object> values, String condition, String name, Object value) {
        if (value != null) {
            where.append(condition);
            values.put(name, value);
        }
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** Those that effects became, whose end nobody was told yet; the oldest first. */
    List<Operation> untold(int limit) {
        return store.sql(UNTOLD).param("limit", limit).query(ROW).list();
    }

    void told(Operation operation) {
        store.sql(TELL)
                .param("key", operation.operationKey())
                .param("state", operation.state().sql())
                .update();
    }

    static final RowMapper<Operation> ROW = (row, number) -> new Operation(
            row.getLong("operation_key"),
            row.getString("client"),
            row.getString("operation_id"),
            row.getString("target"),
            row.getString("command"),
            OperationState.ofSql(row.getString("state")),
            row.getString("digest"),
            row.getInt("canon_version"),
            row.getInt("canon_bytes"),
            row.getString("door"),
            row.getString("asked_by"),
            instant(row, "received_at"),
            instant(row, "valid_until"),
            instant(row, "replay_until"),
            instant(row, "results_until"),
            row.getInt("approvals_needed"),
            row.getInt("attempts"),
            row.getObject("operation_number", Integer.class),
            row.getObject("result_id", UUID.class),
            row.getString("result"),
            row.getString("result_digest"),
            row.getString("device_reference"),
            row.getString("code"),
            row.getString("reason"),
            name(row.getString("replaces")),
            name(row.getString("similar_to")),
            instant(row, "ended_at"),
            instant(row, "shrunk_at"));

    // No client's name holds a slash.
    private static OperationRequest.Name name(String text) {
        return text == null
                ? null
                : new OperationRequest.Name(
                        text.substring(0, text.indexOf('/')), text.substring(text.indexOf('/') + 1));
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp timestamp = row.getTimestamp(column);
        return timestamp == null ? null : timestamp.toInstant();
    }
}
