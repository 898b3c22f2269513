package io.plantgate.effect;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.bool;
import static io.plantgate.ledger.ArrayStatement.bytes;
import static io.plantgate.ledger.ArrayStatement.integer;
import static io.plantgate.ledger.ArrayStatement.micros;
import static io.plantgate.ledger.ArrayStatement.text;

import io.plantgate.ledger.ArrayStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records the ends of attempts, many in one statement, each only while its effect still stands under its attempt. */
final class Outcomes {

    // The attempt's id is the proof: a worker that lost its lease must not overwrite what came after it.
    private static final ArrayStatement<Ended> SETTLE = new ArrayStatement<>(
            """
            with k as materialized (
                select k.effect_id, timestamptz 'epoch' + k.planned * interval '1 microsecond' as planned_at, k.attempt_id,
                       timestamptz 'epoch' + k.claimed * interval '1 microsecond' as claimed_at, k.state, k.due_millis, k.asks,
                       k.failures, k.repeats, k.doubtful, k.reason, k.reference, k.outcome, k.attempt_reason, k.answer_status,
                       k.answer, k.attempt_reference, k.request_digest, k.duration_ms
                  from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::bool[], ?::int[],
                              ?::int[], ?::bool[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                              ?::bytea[], ?::int[])
                    as k(effect_id, planned, attempt_id, claimed, state, due_millis, asks, failures, repeats, doubtful, reason,
                         reference, outcome, attempt_reason, answer_status, answer, attempt_reference, request_digest,
                         duration_ms)),
            settled as (
                update outbox o
                   set state = k.state::effect_state, due_at = clock_timestamp() + k.due_millis * interval '1 millisecond',
                       asks = k.asks, failures = k.failures, repeats = k.repeats, doubtful = k.doubtful, reason = k.reason,
                       reference = coalesce(k.reference, o.reference), leased_until = null, worker = null,
                       settled_at = case when k.state::effect_state >= 'delivered' then clock_timestamp() end
                  from k
                 where o.effect_id = k.effect_id and o.planned_at = k.planned_at and o.attempt_id = k.attempt_id
                   and o.state = 'in_flight'
                returning k.attempt_id),
            ended as (
                update attempt a
                   set outcome = k.outcome, reason = k.attempt_reason, answer_status = k.answer_status, answer = k.answer,
                       reference = k.attempt_reference, request_digest = k.request_digest, duration_ms = k.duration_ms,
                       ended_at = clock_timestamp()
                  from k join settled using (attempt_id)
                 where a.attempt_id = k.attempt_id and a.claimed_at = k.claimed_at)
            select attempt_id from settled""",
            List.of(
                    bigint(ended -> ended.claim().effectId()),
                    micros(ended -> ended.claim().plannedAt()),
                    bigint(ended -> ended.claim().attemptId()),
                    micros(ended -> ended.claim().claimedAt()),
                    text(ended -> ended.consequence().state().sql()),
                    bigint(Ended::dueMillis),
                    bool(ended -> ended.consequence().asks()),
                    integer(ended -> ended.consequence().failures()),
                    integer(ended -> ended.consequence().repeats()),
                    bool(ended -> ended.consequence().doubtful()),
                    text(Ended::reason),
                    text(ended -> Texts.storable(ended.consequence().reference())),
                    text(Ended::word),
                    text(Ended::attemptReason),
                    text(Ended::answerStatus),
                    text(Ended::answerText),
                    text(Ended::reference),
                    bytes(Ended::requestDigest),
                    integer(ended -> (int) ended.took().toMillis())));

    // What another has ended meanwhile has another word or another reason.
    private static final ArrayStatement<Ended> RECORDED = new ArrayStatement<>(
            """
            select a.attempt_id
              from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[])
                as k(attempt_id, claimed, outcome, reason)
              join attempt a on a.attempt_id = k.attempt_id
                            and a.claimed_at = timestamptz 'epoch' + k.claimed * interval '1 microsecond'
             where a.ended_at is not null and a.outcome = k.outcome and a.reason is not distinct from k.reason""",
            List.of(
                    bigint(ended -> ended.claim().attemptId()),
                    micros(ended -> ended.claim().claimedAt()),
                    text(Ended::word),
                    text(Ended::attemptReason)));

    // A sender that knows parts has kept them already, each as soon as it was taken.
    private static final ArrayStatement<Part> PARTS = new ArrayStatement<>(
            """
            insert into attempt_part
                   (attempt_id, part_no, claimed_at, effect_id, planned_at, channel, reference, parts_total)
            select k.attempt_id, k.part_no, timestamptz 'epoch' + k.claimed * interval '1 microsecond', k.effect_id,
                   timestamptz 'epoch' + k.planned * interval '1 microsecond', k.channel, k.reference, k.parts_total
              from unnest(?::bigint[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::int[])
                as k(attempt_id, part_no, claimed, effect_id, planned, channel, reference, parts_total)
            on conflict (attempt_id, part_no, claimed_at) do nothing""",
            List.of(
                    bigint(part -> part.claim().attemptId()),
                    integer(Part::number),
                    micros(part -> part.claim().claimedAt()),
                    bigint(part -> part.claim().effectId()),
                    micros(part -> part.claim().plannedAt()),
                    text(Part::channel),
                    text(Part::reference),
                    integer(Part::total)));

    private record Part(Claim claim, int number, String channel, String reference, int total) {}

    /** Records what it can, in the caller's transaction; returns the ids of the attempts that came in time. */
    Set<Long> record(Connection connection, String channel, List<Ended> all) throws SQLException {
        // In the order in which leases are renewed, else the two could wait for each other's rows.
        List<Ended> ordered = all.stream()
                .sorted(Comparator.comparingLong(ended -> ended.claim().effectId()))
                .toList();
        Set<Long> inTime = attempts(SETTLE, connection, ordered);
        List<Part> parts = new ArrayList<>();
        all.stream()
                .filter(ended -> inTime.contains(ended.claim().attemptId()))
                .forEach(ended -> addParts(parts, ended, channel));
        if (!parts.isEmpty()) {
            PARTS.execute(connection, parts);
        }
        return inTime;
    }

    /** The attempts that were recorded so by an earlier try, whose commit was not answered. */
    Set<Long> recordedBefore(Connection connection, List<Ended> all) throws SQLException {
        return attempts(RECORDED, connection, all);
    }

    private static Set<Long> attempts(ArrayStatement<Ended> sql, Connection connection, List<Ended> ended)
            throws SQLException {
        Set<Long> attempts = new HashSet<>();
        try (PreparedStatement statement = sql.bind(connection, ended);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                attempts.add(row.getLong(1));
            }
        }
        return attempts;
    }

    private static void addParts(List<Part> parts, Ended ended, String channel) {
        int number = 1;
        int total = ended.consequence().parts().size();
        for (String reference : ended.consequence().parts()) {
            parts.add(new Part(ended.claim(), number++, channel, Texts.storable(reference), total));
        }
    }
}
