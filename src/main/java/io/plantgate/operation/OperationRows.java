package io.plantgate.operation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.RowMapper;

/** Reads operations as they stand. */
final class OperationRows {

    private static final String COLUMNS = """
            select operation_key, client, operation_id, target, command, state, encode(digest, 'hex') as digest, canon_version,
                   canon_bytes, door, asked_by, received_at, valid_until, replay_until, results_until, approvals_needed, attempts,
                   operation_number, result_id, result, encode(result_digest, 'hex') as result_digest, device_reference, code, reason,
                   replaces, similar_to, ended_at, shrunk_at
              from operation
            """;
    private static final String BY_NAME = COLUMNS + " where client = :client and operation_id = :operationId";
    private static final String BY_KEY = COLUMNS + " where operation_key = :key";
    private static final String LIST = COLUMNS + """
             where (:state::text is null or state = :state::operation_state)
               and (:target::text is null or target = :target)
               and (:client::text is null or client = :client)
               and (:operationId::text is null or operation_id = :operationId)
               and (:from::timestamptz is null or received_at >= :from)
               and (:to::timestamptz is null or received_at < :to)
               and operation_key < :after
             order by operation_key desc limit :limit
            """;
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

    List<Operation> list(OperationQuery query) {
        return store.sql(LIST)
                .param("state", query.state() == null ? null : query.state().sql(), Types.VARCHAR)
                .param("target", query.target(), Types.VARCHAR)
                .param("client", query.client(), Types.VARCHAR)
                .param("operationId", query.operationId(), Types.VARCHAR)
                .param("from", utc(query.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(query.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("after", query.after())
                .param("limit", query.limit())
                .query(ROW)
                .list();
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
            row.getObject("replaces", Long.class),
            row.getObject("similar_to", Long.class),
            instant(row, "ended_at"),
            instant(row, "shrunk_at"));

    static Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp timestamp = row.getTimestamp(column);
        return timestamp == null ? null : timestamp.toInstant();
    }
}
