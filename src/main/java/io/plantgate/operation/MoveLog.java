package io.plantgate.operation;

import io.plantgate.operation.Moves.Origin;

/** Appends moves and opens work items; always in the transaction that changes the state. */
final class MoveLog {

    private static final String APPEND = """
            insert into operation_move (operation_key, from_state, to_state, origin, actor, code, reason, evidence, attempt_id)
            values (:key, :from::operation_state, :to::operation_state, :origin, :actor, :code, :reason, :evidence, :attempt)
            """;
    private static final String OPEN_ITEM = """
            insert into work_item (kind, operation_key, reason) values ('OPERATION', :key, :code)
            on conflict (operation_key) where kind = 'OPERATION' do nothing
            """;

    private final OperationStore store;

    /**
     * Why an operation moves.
     *
     * @param actor the client, the node, the equipment or the person
     * @param attempt the attempt behind it, or null
     */
    record Why(Origin origin, String actor, String code, String reason, String evidence, Long attempt) {

        Why {
            actor = Texts.storable(actor);
            code = Texts.code(code);
            reason = Texts.evidence(reason);
            evidence = Texts.evidence(evidence);
        }

        static Why node(String worker, String code, String reason, Long attempt) {
            return new Why(Origin.NODE, worker, code, reason, null, attempt);
        }
    }

    MoveLog(OperationStore store) {
        this.store = store;
    }

    /** @param from null for the first */
    void append(long key, OperationState from, OperationState to, Why why) {
        if (from != null) {
            Moves.require(why.origin(), from, to);
        }
        store.sql(APPEND)
                .param("key", key)
                .param("from", from == null ? null : from.sql())
                .param("to", to.sql())
                .param("origin", why.origin().sql())
                .param("actor", why.actor())
                .param("code", why.code())
                .param("reason", why.reason())
                .param("evidence", why.evidence())
                .param("attempt", why.attempt())
                .update();
        if (to == OperationState.UNKNOWN) {
            store.sql(OPEN_ITEM).param("key", key).param("code", why.code()).update();
        }
    }
}
