package io.plantgate.operation;

import java.util.List;

/** Reads what happened to an operation. */
final class Stories {

    private static final String MOVES = """
            select moved_at, upper(from_state::text) as from_state, upper(to_state::text) as to_state, origin, actor, code, reason, evidence,
                   attempt_id
              from operation_move where operation_key = :key order by move_id limit :limit
            """;
    private static final String ATTEMPTS = """
            select attempt_id, attempt_no, node, shard, arbitration, claimed_at, writing_at, word, code, evidence, duration_ms, ended_at
              from operation_attempt where operation_key = :key order by attempt_id limit :limit
            """;
    private static final String WORDS = """
            select spoken_at, way, word, code, evidence, counted
              from operation_word where operation_key = :key order by word_id limit :limit
            """;
    private static final String APPROVALS = """
            select approver, approved_at, reason from operation_approval where operation_key = :key order by approved_at limit :limit
            """;
    private static final String CONFLICTS = """
            select encode(digest, 'hex') as digest, canon_version::integer as canon_version, canon_bytes, target, command, asked_by, door,
                   times, first_at, last_at
              from operation_conflict where operation_key = :key order by conflict_id limit :limit
            """;

    private final OperationStore store;

    Stories(OperationStore store) {
        this.store = store;
    }

    OperationStory of(Operation operation, int rowsMax) {
        return new OperationStory(
                operation,
                read(MOVES, operation, rowsMax, OperationStory.Move.class),
                read(ATTEMPTS, operation, rowsMax, OperationStory.Attempt.class),
                read(WORDS, operation, rowsMax, OperationStory.Word.class),
                read(APPROVALS, operation, rowsMax, OperationStory.Approval.class),
                read(CONFLICTS, operation, rowsMax, OperationStory.Contradiction.class));
    }

    private <T> List<T> read(String sql, Operation operation, int rowsMax, Class<T> type) {
        return store.sql(sql)
                .param("key", operation.operationKey())
                .param("limit", rowsMax)
                .query(type)
                .list();
    }
}
