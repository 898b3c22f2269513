package io.plantgate.operation;

import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.OperationRequest.Name;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.RowMapper;

/**
 * Wins the right to act, by conditions in the database alone: the operation is authorised, valid, due, the first of its
 * equipment in turn, nothing is in flight there, and the door is open. The attempt is committed before anything is sent.
 */
final class Claims {

    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    private static final String CLAIM = """
            with node as (
                select * from unnest(string_to_array(:targets, ','), string_to_array(:leases, ',')::bigint[]) as t(target, lease_millis)),
            head as materialized (
                select o.operation_key, n.lease_millis
                  from operation o
                  join node n on n.target = o.target
                 where o.state = 'authorised' and o.due_at <= statement_timestamp() and o.valid_until > statement_timestamp()
                   and not exists (select from operation b
                                    where b.target = o.target
                                      and (b.state = 'sent' or b.state = 'authorised' and b.turn < o.turn))
                   and coalesce((select state from operation_door order by door_id desc limit 1), 'open') = 'open'
                   and not %s
                 order by o.due_at
                 limit 1
                   for update of o skip locked),
            claimed as (
                update operation o
                   set state = 'sent', due_at = null, attempts = o.attempts + 1, attempt_id = nextval('operation_attempt_seq'),
                       worker = :worker, leased_until = clock_timestamp() + h.lease_millis * interval '1 millisecond',
                       operation_number = coalesce(o.operation_number, nextval('operation_number_seq')::integer)
                  from head h
                 where o.operation_key = h.operation_key and o.state = 'authorised'
                returning o.*),
            attempt as (
                insert into operation_attempt (attempt_id, operation_key, attempt_no, target, node, worker, shard, arbitration, leased_until, unsettled)
                select attempt_id, operation_key, attempts, target, :node, :worker, target,
                       'won: turn ' || turn || ' of ' || target || ', nothing in flight', leased_until,
                       (select array_agg(p.operation_key)
                          from operation p
                         where p.target = claimed.target and p.state in ('accepted', 'unknown')
                           and (p.code = '%s'
                                or exists (select from operation_attempt b
                                            where b.operation_key = p.operation_key and b.writing_at is not null
                                              and b.word is distinct from 'LATE')))
                  from claimed)
            select operation_key, client, operation_id, target, command, parameters, encode(digest, 'hex') as digest, operation_number,
                   attempt_id, attempts, not_reached, valid_until, equipment_version
              from claimed
            """.formatted(Deployment.UNNOTICED, Deployment.CODE);

    // A move that commits at the same time waits here for its turn, and then one of the two finds its condition gone.
    private static final String MARK = """
            with held as materialized (
                select attempt_id, leased_until, valid_until from operation
                 where operation_key = :key and attempt_id = :attempt and state = 'sent' and not %s
                   for update),
            left_over as materialized (
                select attempt_id, extract(epoch from leased_until - clock_timestamp()) * 1000 as lease_millis,
                       extract(epoch from valid_until - clock_timestamp()) * 1000 as valid_millis
                  from held)
            update operation_attempt a
               set values_before = :before, equipment_version = :version, writing_at = clock_timestamp()
              from left_over l
             where a.attempt_id = l.attempt_id and l.lease_millis >= 1 and l.valid_millis >= 1
            returning floor(l.lease_millis)::bigint as lease_millis, floor(l.valid_millis)::bigint as valid_millis
            """.formatted(Deployment.UNNOTICED);

    private final OperationStore store;
    private final MoveLog moves;
    private final String node;
    private final String worker;

    Claims(OperationStore store, String node, String worker) {
        this.store = store;
        this.moves = new MoveLog(store);
        this.node = node;
        this.worker = worker;
    }

    /**
     * Claims one operation of these targets.
     *
     * @param leaseMillis by target: how long nobody else may act there, on the database's clock
     */
    Optional<Claimed> claim(Map<String, Long> leaseMillis) {
        if (leaseMillis.isEmpty()) {
            return Optional.empty();
        }
        try {
            return store.inTransaction(() -> claimNow(leaseMillis));
        } catch (DuplicateKeyException e) {
            LOG.info("{}: another node was first at the same equipment; nothing was sent from here.", node);
            return Optional.empty();
        }
    }

    private Optional<Claimed> claimNow(Map<String, Long> leaseMillis) {
        Optional<Claimed> claimed = store.sql(CLAIM)
                .param("targets", String.join(",", leaseMillis.keySet()))
                .param(
                        "leases",
                        leaseMillis.values().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .param("node", node)
                .param("worker", worker)
                .query(CLAIMED)
                .optional();
        claimed.ifPresent(won -> moves.append(
                won.key(),
                OperationState.AUTHORISED,
                OperationState.SENT,
                Why.node(
                        worker,
                        null,
                        "Attempt " + won.attemptNo() + " won at " + won.target() + ".",
                        won.attemptId())));
        return claimed;
    }

    /**
     * Marks that the write begins now, with what the device said before; empty if this attempt may not act any more.
     *
     * @param valuesBefore as JSON
     * @param version of the equipment's text
     * @param callTime how long the write may take: the lease must hold until then, so that no other writes meanwhile
     * @return when the right to act is over. Counted from before the question, by what the database said was left: however
     *     long its answer took
     */
    Optional<Deadline> mark(Claimed claimed, String valuesBefore, int version, Duration callTime) {
        long asked = System.nanoTime();
        return store.inTransaction(() -> store.sql(MARK)
                .param("key", claimed.key())
                .param("attempt", claimed.attemptId())
                .param("before", valuesBefore)
                .param("version", version)
                .query((row, number) ->
                        Math.min(row.getLong("lease_millis") - callTime.toMillis(), row.getLong("valid_millis")))
                .optional()
                .map(left -> Deadline.after(asked, Duration.ofMillis(left))));
    }

    private static final RowMapper<Claimed> CLAIMED = (row, number) -> new Claimed(
            row.getLong("operation_key"),
            new Name(row.getString("client"), row.getString("operation_id")),
            row.getString("target"),
            row.getString("command"),
            OperationPayload.read(row.getString("parameters")),
            row.getString("digest"),
            row.getInt("operation_number"),
            row.getLong("attempt_id"),
            row.getInt("attempts"),
            row.getInt("not_reached"),
            OperationRows.instant(row, "valid_until"),
            row.getInt("equipment_version"));
}
