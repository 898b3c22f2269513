package io.plantgate.operation;

/**
 * Shrinks operations whose history nobody can ask for any more. A tombstone keeps id, digest, final state and times, and what
 * people decided, with their reasons and evidence; it goes on refusing its name for ever. What is open is never shrunk, and
 * what was open for long keeps its history from its end on.
 */
final class Tombstones {

    private static final String SHRINK = """
            with old as (
                select operation_key from operation
                 where results_until < statement_timestamp() and shrunk_at is null
                   and coalesce(ended_at + (results_until - received_at), results_until) < statement_timestamp()
                   and state not in ('received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown')
                   and (door <> 'effect' or told_at is not null)
                 order by results_until limit 500 for update skip locked),
            moves as (delete from operation_move m using old where m.operation_key = old.operation_key and m.origin <> 'person'),
            attempts as (delete from operation_attempt a using old where a.operation_key = old.operation_key),
            words as (delete from operation_word w using old where w.operation_key = old.operation_key)
            update operation o
               set parameters = null, result = null, result_digest = null, device_reference = null,
                   reason = case when code in ('SETTLED_BY_PERSON', 'REFUSED_BY_PERSON') then reason end,
                   shrunk_at = clock_timestamp()
              from old
             where o.operation_key = old.operation_key
            """;

    private final OperationStore store;

    Tombstones(OperationStore store) {
        this.store = store;
    }

    /** Shrinks some; returns how many. */
    int shrink() {
        return store.inTransaction(() -> store.sql(SHRINK).update());
    }
}
