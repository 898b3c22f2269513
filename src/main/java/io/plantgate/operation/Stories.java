package io.plantgate.operation;

import java.util.List;

/** Reads what happened to an operation: of each list the first half and the newest, as far as it is too long. */
final class Stories {

    private static final String MOVES = """
            select moved_at, upper(from_state::text) as from_state, upper(to_state::text) as to_state, origin, actor, code, reason, evidence,
                   attempt_id, move_id as nth
              from operation_move where operation_key = :key
            """;
    private static final String ATTEMPTS = """
            select attempt_id, attempt_no, node, shard, arbitration, claimed_at, writing_at, word, code, evidence, duration_ms, ended_at,
                   attempt_id as nth
              from operation_attempt where operation_key = :key
            """;
    private static final String WORDS = """
            select spoken_at, way, word, code, evidence, counted, times, last_at, word_id as nth
              from operation_word where operation_key = :key
            """;
    private static final String APPROVALS = """
            select approver, approved_at, reason, approved_at as nth from operation_approval where operation_key = :key
            """;
    private static final String CONFLICTS = """
            select encode(digest, 'hex') as digest, canon_version::integer as canon_version, canon_bytes, target, command, asked_by, door,
                   times, first_at, last_at, conflict_id as nth
              from operation_conflict where operation_key = :key
            """;
    // How it began and how it stands; what is left out is in the middle.
    private static final String FIRST_AND_NEWEST = """
            with all_of_it as (%s),
                 first as (select * from all_of_it order by nth limit :first),
                 newest as (select * from all_of_it order by nth desc limit :newest)
            select * from first union select * from newest order by nth
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
        return store.sql(FIRST_AND_NEWEST.formatted(sql))
                .param("key", operation.operationKey())
                .param("first", rowsMax / 2)
                .param("newest", rowsMax - rowsMax / 2)
                .query(type)
                .list();
    }
}
