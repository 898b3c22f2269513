package io.plantgate.operation;

import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.OperationRequest.Name;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What time alone brings about, by the database's clock: validity that ends, leases that run out, silence after an acceptance. */
final class Deadlines {

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    private static final String EXPIRE = """
            with due as (
                select operation_key, state as was from operation
                 where state in ('awaiting_authorisation', 'authorised') and valid_until <= statement_timestamp()
                   and not %s
                 limit 100 for update skip locked)
            update operation o
               set state = 'expired', due_at = null, ended_at = clock_timestamp(), code = 'EXPIRED', reason = :reason
              from due d
             where o.operation_key = d.operation_key
            returning o.operation_key, o.client, o.operation_id, d.was, o.attempt_id, o.target
            """.formatted(Deployment.UNNOTICED);
    // Nobody knows how far its node came: never back to authorised.
    private static final String RUN_OUT = """
            with due as (
                select operation_key, state as was from operation
                 where state = 'sent' and (leased_until < clock_timestamp() or :atStart and worker like :myNode and worker <> :me)
                 limit 100 for update skip locked)
            update operation o
               set state = 'unknown', leased_until = null, worker = null, recover_at = clock_timestamp(), code = 'NODE_GONE', reason = :reason
              from due d
             where o.operation_key = d.operation_key
            returning o.operation_key, o.client, o.operation_id, d.was, o.attempt_id, o.target
            """;
    private static final String SILENT = """
            with due as (
                select operation_key, state as was from operation
                 where state = 'accepted' and accepted_until < clock_timestamp()
                 limit 100 for update skip locked)
            update operation o
               set state = 'unknown', accepted_until = null, recover_at = clock_timestamp(), recoveries = 0, code = 'SILENT', reason = :reason
              from due d
             where o.operation_key = d.operation_key
            returning o.operation_key, o.client, o.operation_id, d.was, o.attempt_id, o.target
            """;

    private final OperationStore store;
    private final MoveLog moves;
    private final String node;
    private final String worker;
    private final OperationMetrics metrics;
    private boolean atStart = true;

    private record Moved(long key, Name name, OperationState was, Long attempt, String target) {}

    Deadlines(OperationStore store, String node, String worker, OperationMetrics metrics) {
        this.store = store;
        this.moves = new MoveLog(store);
        this.node = node;
        this.worker = worker;
        this.metrics = metrics;
    }

    /** Moves what is due; true if anything was. */
    boolean keep() {
        boolean moved = expire() | endRunOut();
        atStart = false;
        return moved | endSilent();
    }

    private boolean expire() {
        return move(
                EXPIRE,
                OperationState.EXPIRED,
                "EXPIRED",
                "Its validity ended before it was sent; nothing was written.");
    }

    private boolean endRunOut() {
        return move(
                RUN_OUT,
                OperationState.UNKNOWN,
                "NODE_GONE",
                "Its node neither ended it nor came back in time; how far it came is not known.");
    }

    private boolean endSilent() {
        return move(
                SILENT,
                OperationState.UNKNOWN,
                "SILENT",
                "The device took it over and said nothing more by its deadline.");
    }

    private boolean move(String sql, OperationState to, String code, String reason) {
        List<Moved> moved = store.inTransaction(() -> {
            JdbcClient.StatementSpec statement = store.sql(sql).param("reason", reason);
            if (sql.equals(RUN_OUT)) {
                // What an earlier process of this node held is not waited for; once, so that two of one name do not
                // fight.
                statement.param("atStart", atStart).param("myNode", like(node)).param("me", worker);
            }
            List<Moved> all = statement
                    .query((row, number) -> new Moved(
                            row.getLong("operation_key"),
                            new Name(row.getString("client"), row.getString("operation_id")),
                            OperationState.ofSql(row.getString("was")),
                            row.getObject("attempt_id", Long.class),
                            row.getString("target")))
                    .list();
            all.forEach(
                    each -> moves.append(each.key(), each.was(), to, Why.node(worker, code, reason, each.attempt())));
            return all;
        });
        moved.forEach(each -> {
            LOG.warn("{}: {} is {}: {}", each.target(), each.name(), to, reason);
            metrics.moved(each.target(), to);
        });
        return !moved.isEmpty();
    }

    private static String like(String node) {
        return node.replaceAll("([\\\\%_])", "\\\\$1") + "/%";
    }
}
