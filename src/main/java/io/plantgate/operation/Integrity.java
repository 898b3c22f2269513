package io.plantgate.operation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at start whether the store can be trusted to say what was written. If not, the door is closed until a person opens
 * it: a damaged memory must not be taken for an empty one.
 */
final class Integrity {

    private static final Logger LOG = LoggerFactory.getLogger(Integrity.class);

    private static final String FINDINGS = """
            with looked_at as materialized (
                select * from operation
                 where shrunk_at is null
                   and (state in ('received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown')
                        or operation_key > (select coalesce(max(operation_key), 0) - :newest from operation))),
            moves as (
                select m.operation_key, m.from_state, m.to_state,
                       lag(m.to_state) over (partition by m.operation_key order by m.move_id) as before,
                       row_number() over (partition by m.operation_key order by m.move_id desc) as from_end
                  from operation_move m join looked_at using (operation_key))
            select 'operation ' || o.operation_key || ' stands as ' || o.state || ', its moves end in ' || coalesce(m.to_state::text, 'nothing')
              from looked_at o left join moves m on m.operation_key = o.operation_key and m.from_end = 1
             where m.to_state is distinct from o.state
            union all
            select 'operation ' || operation_key || ' has a gap in its moves: ' || coalesce(before::text, 'nothing') || ', then from '
                   || coalesce(from_state::text, 'nothing')
              from moves where from_state is distinct from before
            union all
            select 'operation ' || operation_key || ' has no well-formed digest' from looked_at
             where octet_length(digest) <> 32 or canon_version < 1
            union all
            select 'operation ' || operation_key || ' is sent, and has no attempt' from looked_at o
             where state in ('sent', 'accepted')
               and not exists (select from operation_attempt a where a.attempt_id = o.attempt_id and a.operation_key = o.operation_key)
            union all
            select 'operation ' || operation_key || ' had ' || attempts || ' attempt(s), of which not all are there' from looked_at o
             where attempts <> (select count(*) from operation_attempt a where a.operation_key = o.operation_key)
            union all
            select 'operation ' || operation_key || ' has a result that its digest does not fit' from looked_at
             where result is not null and result_digest is distinct from sha256(convert_to(result, 'UTF8'))
            union all
            select 'operation ' || operation_key || ' is unknown, and nobody is told' from looked_at o
             where state = 'unknown' and not exists (select from work_item w where w.kind = 'OPERATION' and w.operation_key = o.operation_key)
            union all
            select 'attempt ' || attempt_id || ' belongs to no operation' from operation_attempt a
             where not exists (select from operation o where o.operation_key = a.operation_key)
            union all
            select 'operation numbers were given up to ' || max(operation_number) || ', and would be given again' from operation
            having max(operation_number) > (select last_value from operation_number_seq)
            union all
            select 'attempts were counted up to ' || max(attempt_id) || ', and would be counted again' from operation_attempt
            having max(attempt_id) > (select last_value from operation_attempt_seq)
            limit :most
            """;
    private static final String OPEN = """
            select operation_key, target, command, parameters, digest, canon_version from operation
             where state in ('awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown') and parameters is not null
             limit :newest
            """;
    private static final int NEWEST = 100_000;
    private static final int FINDINGS_MAX = 20;

    private final OperationStore store;
    private final DoorState door;
    private final Deployment deployment;

    Integrity(OperationStore store, DoorState door, Deployment deployment) {
        this.store = store;
        this.door = door;
        this.deployment = deployment;
    }

    /** Closes the door if anything is wrong. */
    void check(String worker) {
        List<String> findings = store.inTransaction(() -> {
            List<String> all = new ArrayList<>(store.sql(FINDINGS)
                    .param("newest", NEWEST)
                    .param("most", FINDINGS_MAX)
                    .query(String.class)
                    .list());
            all.addAll(otherPayloads());
            if (deployment.notice()) {
                all.add(Deployment.FOUND);
            }
            if (!all.isEmpty() && door.closedBecause().isEmpty()) {
                door.close(worker, Texts.kept("Integrity check: " + String.join("; ", all) + ".", 4_000));
            }
            return all;
        });
        if (!findings.isEmpty()) {
            LOG.error(
                    "The store of operations is damaged; the door is closed and nothing is written until an approver opens it"
                            + " (POST /api/operations/door): {}",
                    findings);
        }
    }

    private List<String> otherPayloads() {
        return store
                .sql(OPEN)
                .param("newest", NEWEST)
                .query((row, number) -> {
                    OperationPayload kept = OperationPayload.of(
                            row.getString("target"),
                            row.getString("command"),
                            OperationPayload.read(row.getString("parameters")));
                    boolean same = kept.canonVersion() != row.getShort("canon_version")
                            || Arrays.equals(kept.digest(), row.getBytes("digest"));
                    return same
                            ? ""
                            : "operation " + row.getLong("operation_key") + " has other parameters than its digest "
                                    + HexFormat.of().formatHex(row.getBytes("digest"));
                })
                .list()
                .stream()
                .filter(text -> !text.isEmpty())
                .limit(FINDINGS_MAX)
                .toList();
    }
}
