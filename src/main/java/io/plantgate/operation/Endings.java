package io.plantgate.operation;

import io.plantgate.event.RawBytes;
import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.Moves.Origin;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.time.Duration;

/** Records how attempts ended, each only while its operation is sent under it. */
final class Endings {

    // The attempt's id is the proof: a node that lost the right to act must not overwrite what came after it.
    private static final String SETTLE = """
            update operation
               set state = :to::operation_state, leased_until = null, worker = null, code = :code, reason = :reason,
                   due_at = case when :to = 'authorised' then clock_timestamp() + :pause * interval '1 millisecond' end,
                   not_reached = not_reached + case when :word in ('NEVER_REACHED', 'LATE') then 1 else 0 end,
                   accepted_until = case when :to = 'accepted' then clock_timestamp() + :completion * interval '1 millisecond' end,
                   recover_at = case when :to in ('unknown', 'accepted') then clock_timestamp() end,
                   result = coalesce(:result, result), result_digest = coalesce(:resultDigest, result_digest),
                   device_reference = coalesce(:reference, device_reference),
                   ended_at = case when :to in ('succeeded', 'failed', 'refused') then clock_timestamp() end
             where operation_key = :key and attempt_id = :attempt and state = 'sent'
            """;
    private static final String END = """
            update operation_attempt
               set word = :word, code = :code, evidence = :evidence, duration_ms = :took, ended_at = clock_timestamp()
             where attempt_id = :attempt
            """;

    private final OperationStore store;
    private final MoveLog moves;
    private final OperationSettings settings;
    private final String worker;

    Endings(OperationStore store, OperationSettings settings, String worker) {
        this.store = store;
        this.moves = new MoveLog(store);
        this.settings = settings;
        this.worker = worker;
    }

    /** True if the operation was still sent under this attempt, and stands now as the ending says. */
    boolean record(Claimed claimed, Ending ending, CommandPolicy command, Duration took) {
        Ending bounded = bounded(claimed, ending);
        return store.inTransaction(() -> {
            end(claimed, bounded, took);
            if (settle(claimed, bounded, command) == 0) {
                return false;
            }
            String actor = bounded.origin() == Origin.DEVICE ? claimed.target() : worker;
            moves.append(
                    claimed.key(),
                    OperationState.SENT,
                    bounded.to(),
                    new Why(
                            bounded.origin(),
                            actor,
                            bounded.code(),
                            bounded.reason(),
                            bounded.evidence(),
                            claimed.attemptId()));
            return true;
        });
    }

    private Ending bounded(Claimed claimed, Ending ending) {
        boolean triedEnough =
                ending.to() == OperationState.AUTHORISED && claimed.notReached() + 1 >= settings.notReachedMax();
        return triedEnough
                ? Ending.node(
                        OperationState.FAILED,
                        ending.word(),
                        ending.code(),
                        "Tried " + settings.notReachedMax()
                                + " times, and the device was not reached or not in time; certainly"
                                + " nothing was written.",
                        ending.evidence())
                : ending;
    }

    private int settle(Claimed claimed, Ending ending, CommandPolicy command) {
        String result = OperationPayload.write(ending.result());
        return store.sql(SETTLE)
                .param("to", ending.to().sql())
                .param("code", ending.code())
                .param("reason", ending.reason())
                .param("word", ending.word().name())
                .param(
                        "pause",
                        Backoff.millis(claimed.notReached(), settings.retryMillisMin(), settings.retryMillisMax()))
                .param("completion", command == null ? 0 : command.completion().toMillis())
                .param("result", result, Types.VARCHAR)
                .param("resultDigest", digest(result), Types.BINARY)
                .param("reference", ending.reference(), Types.VARCHAR)
                .param("key", claimed.key())
                .param("attempt", claimed.attemptId())
                .update();
    }

    private void end(Claimed claimed, Ending ending, Duration took) {
        store.sql(END)
                .param("word", ending.word().name())
                .param("code", ending.code())
                .param("evidence", ending.evidence())
                .param("took", (int) took.toMillis())
                .param("attempt", claimed.attemptId())
                .update();
    }

    static byte[] digest(String result) {
        return result == null ? null : RawBytes.sha256(result.getBytes(StandardCharsets.UTF_8));
    }
}
