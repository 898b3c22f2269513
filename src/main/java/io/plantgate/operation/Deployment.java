package io.plantgate.operation;

import io.plantgate.operation.MoveLog.Why;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that this database is a copy: another cluster, another timeline (a restore to a point in time, a promoted standby) or
 * another database than the one on which operations last ran. Its last commits may be lost: what was not sent in the copy may
 * have been sent since, so nothing is written until a person has looked, and what is open becomes unknown. A copy of the files
 * of a stopped server, started in place of the original, cannot be told from it.
 */
final class Deployment {

    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    // The timeline that is written now: the control file has it only from the checkpoint after a promotion on.
    private static final String HERE = """
            select s.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline, b.oid as database
              from pg_control_system() s, pg_database b where b.datname = current_database()""";

    /** A condition that is true in a copy which nobody has noticed yet: whoever acts on it asks in the same statement. */
    static final String UNNOTICED = """
            exists (select from operation_deployment d, (%s) here
                     where (d.system_identifier, d.timeline, d.database) <> (here.system_identifier, here.timeline, here.database))""".formatted(HERE);

    private static final String IS_COPY = "select " + UNNOTICED;
    private static final String HOLD = "lock table operation_deployment in exclusive mode";
    private static final String REMEMBER = """
            insert into operation_deployment (system_identifier, timeline, database)
            select system_identifier, timeline, database from (%s) here
                on conflict (only_row) do update
               set system_identifier = excluded.system_identifier, timeline = excluded.timeline, database = excluded.database,
                   seen_at = clock_timestamp()
             where %s
            """.formatted(HERE, UNNOTICED);
    private static final String DOUBT = """
            with due as (
                select operation_key, state as was from operation
                 where state in ('awaiting_authorisation', 'authorised') for update)
            update operation o
               set state = 'unknown', due_at = null, recover_at = clock_timestamp(), recoveries = 0, code = :code, reason = :reason
              from due d
             where o.operation_key = d.operation_key
            returning o.operation_key, d.was
            """;

    static final String CODE = "RESTORED_COPY";

    /** What the door says of it. */
    static final String FOUND =
            "this database is a restored copy or a promoted standby: what was written since the copy was made is not in it";

    private static final String REASON =
            "It was not sent in the copy that this database is, and may have been sent since the copy was made.";

    private final OperationStore store;
    private final DoorState door;
    private final MoveLog moves;
    private final String worker;

    Deployment(OperationStore store, DoorState door, String worker) {
        this.store = store;
        this.door = door;
        this.moves = new MoveLog(store);
        this.worker = worker;
    }

    private record Open(long key, OperationState was) {}

    /** Why nothing may be written in the caller's transaction, noticed or not; empty if this is no copy. */
    Optional<String> unnoticed() {
        return isCopy() ? Optional.of(FOUND) : Optional.empty();
    }

    /** Closes the door if this is a copy, and doubts what is open in it. */
    void look() {
        if (isCopy()) {
            store.inTransaction(this::notice);
        }
    }

    /** In the caller's transaction; true if this is a copy that nobody had noticed. */
    boolean notice() {
        store.sql(HOLD).update();
        boolean copy = isCopy();
        if (copy) {
            close();
            doubt();
            LOG.error(
                    "The database was restored or promoted; the door is closed and nothing is written until an approver opens it"
                            + " (POST /api/operations/door). What was open is unknown.");
        }
        store.sql(REMEMBER).update();
        return copy;
    }

    private boolean isCopy() {
        return store.sql(IS_COPY).query(Boolean.class).single();
    }

    private void close() {
        if (door.closedBecause().isEmpty()) {
            door.close(worker, "Integrity check: " + FOUND + ".");
        }
    }

    private void doubt() {
        List<Open> open = store.sql(DOUBT)
                .param("code", CODE)
                .param("reason", REASON)
                .query((row, number) -> new Open(row.getLong(1), OperationState.ofSql(row.getString(2))))
                .list();
        open.forEach(each ->
                moves.append(each.key(), each.was(), OperationState.UNKNOWN, Why.node(worker, CODE, REASON, null)));
    }
}
