package io.plantgate.operation;

import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.Moves.Origin;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;

/** What stands around a new operation: those that it replaces, merges with, resembles, or adds up with. */
final class Neighbours {

    private static final String RATE = """
            select greatest(1, ceil(extract(epoch from received_at + interval '60 seconds' - :now::timestamptz)))::integer from operation
             where target = :target and command = :command and received_at > :since and state <> 'refused'
             order by received_at desc offset :rate - 1 limit 1
            """;
    private static final String SIMILAR = """
            select operation_key from operation
             where digest = :digest and received_at >= :since and operation_key <> :key and state <> 'refused'
             order by operation_key desc
             limit 1
            """;
    private static final String OLD =
            "select operation_key, state from operation where client = :client and operation_id = :operationId for update";
    // Each replaces an older one, so the chain ends; one that is longer than anybody reads is doubtful as a whole.
    private static final String DOUBTFUL = """
            with recursive chain as (
                select operation_key, replaces, state, 1 as link from operation where operation_key = :key
                union all
                select o.operation_key, o.replaces, o.state, c.link + 1
                  from chain c
                  join operation o on o.operation_key = c.replaces and o.operation_key < c.operation_key
                 where c.link < :linksMax)
            select coalesce(bool_or(state = 'unknown' or link = :linksMax), false) from chain
            """;
    private static final int LINKS_MAX = 1_000;
    private static final String WAITING = """
            select operation_key, state from operation
             where target = :target and command = :command and operation_key <> :key
               and state in ('awaiting_authorisation', 'authorised')
               for update
            """;
    private static final String SUPERSEDE = """
            update operation set state = 'superseded', due_at = null, ended_at = clock_timestamp(), code = 'SUPERSEDED', reason = :reason
             where operation_key = :old
            """;
    private final OperationStore store;
    private final MoveLog moves;
    private final int suspiciousSeconds;

    /** One that is there already. */
    record Old(long key, OperationState state) {

        boolean inFlight() {
            return state == OperationState.SENT || state == OperationState.ACCEPTED;
        }

        boolean waits() {
            return state == OperationState.AWAITING_AUTHORISATION || state == OperationState.AUTHORISED;
        }
    }

    Neighbours(OperationStore store, int suspiciousSeconds) {
        this.store = store;
        this.moves = new MoveLog(store);
        this.suspiciousSeconds = suspiciousSeconds;
    }

    Optional<Old> old(OperationRequest request) {
        return store.sql(OLD)
                .param("client", request.replaces().client())
                .param("operationId", request.replaces().operationId())
                .query((row, number) -> new Old(row.getLong(1), OperationState.ofSql(row.getString(2))))
                .optional();
    }

    /** Whether what it replaces, or anything that was replaced before, may have been done: nobody knows. */
    boolean doubtful(Old old) {
        return store.sql(DOUBTFUL)
                .param("key", old.key())
                .param("linksMax", LINKS_MAX)
                .query(Boolean.class)
                .single();
    }

    /** How long until one more within a minute is not too many; empty if it is not now. */
    Optional<Integer> secondsUntilBelow(int ratePerMinute, Wish wish) {
        return store.sql(RATE)
                .param("target", wish.request().target())
                .param("command", wish.request().command())
                .param("now", Timestamp.from(wish.now()))
                .param("since", Timestamp.from(wish.now().minusSeconds(60)))
                .param("rate", ratePerMinute)
                .query(Integer.class)
                .optional();
    }

    Long similar(long key, Wish wish) {
        if (wish.command().kind() == CommandClass.READ) {
            return null;
        }
        return store.sql(SIMILAR)
                .param("digest", wish.payload().digest())
                .param("since", Timestamp.from(wish.now().minusSeconds(suspiciousSeconds)))
                .param("key", key)
                .query(Long.class)
                .optional()
                .orElse(null);
    }

    void supersede(long key, Wish wish, Optional<Old> old) {
        old.filter(Old::waits).ifPresent(each -> supersede(each, wish, "replaces"));
        if (wish.command().newestWaiting()) {
            List<Old> waiting = store.sql(WAITING)
                    .param("target", wish.request().target())
                    .param("command", wish.request().command())
                    .param("key", key)
                    .query((row, number) -> new Old(row.getLong(1), OperationState.ofSql(row.getString(2))))
                    .list();
            waiting.forEach(each -> supersede(each, wish, "merge newest-waiting"));
        }
    }

    private void supersede(Old old, Wish wish, String rule) {
        String reason = "Superseded by " + wish.request().name() + " (" + rule + ").";
        store.sql(SUPERSEDE).param("old", old.key()).param("reason", reason).update();
        moves.append(
                old.key(),
                old.state(),
                OperationState.SUPERSEDED,
                new Why(Origin.CLIENT, wish.request().asker(), "SUPERSEDED", reason, null, null));
    }
}
