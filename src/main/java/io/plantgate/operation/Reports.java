package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.Moves.Origin;
import io.plantgate.operation.OperationRequest.Name;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Takes words about operations after their attempts: reports of devices, answers to questions, read-backs, late answers. */
final class Reports implements OperationReports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private static final String FIND = """
            select operation_key, state, target, attempt_id, encode(digest, 'hex') as digest from operation
             where client = :client and operation_id = :operationId and target = :target
               for update
            """;
    private static final String LOCK =
            "select operation_key, state, target, attempt_id, encode(digest, 'hex') as digest from operation where operation_key = :key for update";
    private static final String KEEP = """
            insert into operation_word (operation_key, way, word, code, evidence, counted)
            values (:key, :way, :word, :code, :evidence, :counted)
            """;
    private static final String AGAIN = """
            update operation_word set times = times + 1, last_at = clock_timestamp()
             where word_id = (select word_id from operation_word
                               where operation_key = :key and not counted and way = :way and word = :word
                                 and code is not distinct from :code and evidence is not distinct from :evidence
                               order by word_id desc limit 1)
            """;
    // A device that never stops talking fills no disk: the first words stay, and the newest.
    private static final String IN_PLACE_OF_THE_NEWEST = """
            update operation_word
               set way = :way, word = :word, code = :code, evidence = :evidence, times = times + 1, last_at = clock_timestamp()
             where word_id = (select max(word_id) from operation_word where operation_key = :key and not counted)
               and (select count(*) from operation_word where operation_key = :key and not counted) >= :wordsMax
            """;
    private static final String SETTLE = """
            update operation
               set state = :to::operation_state, leased_until = null, worker = null, accepted_until = null, recover_at = null,
                   code = :code, reason = :reason, result = coalesce(:result, result), result_digest = coalesce(:resultDigest, result_digest),
                   ended_at = clock_timestamp(), told_at = null
             where operation_key = :key
            """;

    private static final String AROUND = """
            select exists (select from operation_attempt b
                            where b.target = a.target and b.attempt_id > a.attempt_id and b.writing_at is not null
                              and b.word is distinct from 'LATE') as later,
                   exists (select from operation p where p.operation_key = any(a.unsettled) and p.state <> 'failed') as earlier,
                   exists (select from operation_deployment d where d.seen_at > a.claimed_at) as copied
              from operation_attempt a
             where a.attempt_id = :attempt
            """;
    private static final String OPEN_ITEM = """
            insert into work_item (kind, operation_key, reason) values ('OPERATION_WORD', :key, :reason)
            on conflict (operation_key) where kind = 'OPERATION_WORD' do nothing
            """;
    // What was not proven because of that one may be proven now. It waits for whoever records an answer to one of them.
    private static final String ASK_AGAIN = """
            update operation set recover_at = clock_timestamp(), recoveries = 0
             where operation_key in (
                select o.operation_key from operation o join operation_attempt a on a.attempt_id = o.attempt_id
                 where o.state = 'unknown' and o.target = :target and :key = any(a.unsettled)
                 order by o.attempt_id
                   for update of o)
            """;

    /** Of one operation, without those that moved it. */
    static final int WORDS_MAX = 100;

    private final OperationStore store;
    private final MoveLog moves;
    private final OperationMetrics metrics;
    private final LongConsumer moved;

    private record Standing(long key, OperationState state, String target, Long attempt, String digest) {}

    /** A word as it is kept. */
    private record Kept(String word, String code, String evidence, JsonNode result, OperationState to) {

        /** The same, as evidence only. */
        Kept thatMovesNothing(String because) {
            return new Kept(word, code, evidence + " " + because, null, null);
        }
    }

    Reports(OperationStore store, OperationMetrics metrics, LongConsumer moved) {
        this.store = store;
        this.moves = new MoveLog(store);
        this.metrics = metrics;
        this.moved = moved;
    }

    @Override
    public void report(String equipment, String operationId, String digest, DeviceWord word) {
        try {
            record(equipment, operationId, digest, word);
        } catch (OperationsFaultException e) {
            // A broker would bring it again for ever.
            LOG.error("{}: what it reports cannot be kept, now or later.", equipment, e);
        }
    }

    private void record(String equipment, String operationId, String digest, DeviceWord word) {
        int slash = operationId.indexOf('/');
        Name name = slash < 0
                ? new Name("", operationId)
                : new Name(operationId.substring(0, slash), operationId.substring(slash + 1));
        Optional<Standing> found = store.inTransaction(() -> {
            Optional<Standing> standing = store.sql(FIND)
                    .param("client", name.client())
                    .param("operationId", name.operationId())
                    .param("target", equipment)
                    .query((row, number) -> standing(row))
                    .optional();
            standing.ifPresent(
                    each -> take(each, "report", Origin.DEVICE, each.target(), reported(each, digest, word)));
            return standing;
        });
        if (found.isEmpty()) {
            LOG.warn(
                    "{}: reports {} of an operation that nobody asked for.",
                    equipment,
                    kept(word).word());
        } else {
            moved.accept(found.get().key());
        }
    }

    private static Kept reported(Standing standing, String digest, DeviceWord word) {
        Kept kept = kept(word);
        return digest == null || digest.equalsIgnoreCase(standing.digest())
                ? kept
                : kept.thatMovesNothing("It names the digest " + digest + ", which is that of something else.");
    }

    /** What a node found out on its own: true if it settled the operation. */
    boolean answer(long key, String way, Origin origin, String actor, DeviceWord word) {
        return takeLocked(key, way, origin, actor, kept(word));
    }

    /** An attempt's end that came after its operation was moved on: evidence, and proof if it is one. */
    void lateAnswer(Claimed claimed, Ending ending) {
        // What only reads as wanted may be another's doing since the right to act was lost.
        boolean read = ending.word() == Ending.Word.ACCEPTED
                && doubt(claimed.attemptId()).isPresent();
        // Back to authorised is for those that are sent; of an unknown one it says that certainly nothing was written.
        OperationState to = ending.to() == OperationState.AUTHORISED ? OperationState.FAILED : ending.to();
        boolean settles = to == OperationState.SUCCEEDED && !read || to == OperationState.FAILED;
        Kept kept = new Kept(
                ending.word().name(),
                ending.code(),
                Texts.sentences(ending.reason(), ending.evidence()),
                ending.result(),
                settles ? to : null);
        takeLocked(claimed.key(), "late_answer", ending.origin(), claimed.target(), kept);
    }

    /** Why a value that is read at the equipment may be another write's doing and not that attempt's; empty if it cannot. */
    Optional<String> doubt(long attempt) {
        return store.inTransaction(() -> store.sql(AROUND)
                .param("attempt", attempt)
                .query((row, number) ->
                        doubt(row.getBoolean("later"), row.getBoolean("earlier"), row.getBoolean("copied")))
                .optional()
                .flatMap(text -> text));
    }

    private static Optional<String> doubt(boolean later, boolean earlier, boolean copied) {
        if (later) {
            return Optional.of("Another write began since, and may be what is read.");
        }
        String which = copied
                ? "This database is a copy made since, and a write that is lost with it"
                : earlier ? "An earlier write there is not known to have failed, and" : null;
        return Optional.ofNullable(which).map(text -> text + " may be what is read.");
    }

    /** In the transaction that settled an operation: others, of which only its open end made evidence, are asked about again. */
    static void askAgain(OperationStore store, String target, long settled) {
        store.sql(ASK_AGAIN).param("target", target).param("key", settled).update();
    }

    private boolean takeLocked(long key, String way, Origin origin, String actor, Kept kept) {
        return store.inTransaction(() -> store.sql(LOCK)
                .param("key", key)
                .query((row, number) -> standing(row))
                .optional()
                .map(standing -> take(standing, way, origin, actor, kept))
                .orElse(false));
    }

    /** In the caller's transaction, which holds the row. */
    private boolean take(Standing standing, String way, Origin origin, String actor, Kept kept) {
        boolean counts = kept.to() != null && Moves.allowed(origin, standing.state(), kept.to());
        keep(standing, way, kept, counts);
        if (counts) {
            settle(standing, way, origin, actor, kept);
        } else if (contradicts(standing.state(), kept.to())) {
            LOG.warn(
                    "{}: {} of operation {}, which stands as {}.",
                    actor,
                    kept.word(),
                    standing.key(),
                    standing.state());
            store.sql(OPEN_ITEM)
                    .param("key", standing.key())
                    .param("reason", kept.word() + " after " + standing.state())
                    .update();
        }
        return counts;
    }

    /** Whether a proof says the opposite of how the operation has ended, by whosever word. */
    private static boolean contradicts(OperationState ended, OperationState proven) {
        return switch (ended) {
            case SUCCEEDED, COMPENSATED -> proven == OperationState.FAILED;
            case FAILED, REFUSED, EXPIRED, SUPERSEDED -> proven == OperationState.SUCCEEDED;
            default -> false;
        };
    }

    private void keep(Standing standing, String way, Kept kept, boolean counts) {
        if (!counts
                && (said(AGAIN, standing, way, kept).update() > 0
                        || said(IN_PLACE_OF_THE_NEWEST, standing, way, kept)
                                        .param("wordsMax", WORDS_MAX)
                                        .update()
                                > 0)) {
            return;
        }
        said(KEEP, standing, way, kept).param("counted", counts).update();
    }

    private JdbcClient.StatementSpec said(String sql, Standing standing, String way, Kept kept) {
        return store.sql(sql)
                .param("key", standing.key())
                .param("way", way)
                .param("word", kept.word())
                .param("code", Texts.code(kept.code()), Types.VARCHAR)
                .param("evidence", Texts.evidence(kept.evidence()), Types.VARCHAR);
    }

    private void settle(Standing standing, String way, Origin origin, String actor, Kept kept) {
        String result = OperationPayload.write(kept.result());
        String reason = "Settled by " + way.replace('_', ' ') + ": " + kept.word() + ".";
        store.sql(SETTLE)
                .param("to", kept.to().sql())
                .param("code", Texts.code(kept.code()))
                .param("reason", reason)
                .param("result", result, Types.VARCHAR)
                .param("resultDigest", Endings.digest(result), Types.BINARY)
                .param("key", standing.key())
                .update();
        moves.append(
                standing.key(),
                standing.state(),
                kept.to(),
                new Why(origin, actor, kept.code(), reason, kept.evidence(), standing.attempt()));
        askAgain(store, standing.target(), standing.key());
        metrics.moved(standing.target(), kept.to());
    }

    private static Kept kept(DeviceWord word) {
        if (word instanceof DeviceWord.Done done) {
            return new Kept("DONE", null, done.evidence(), done.result(), OperationState.SUCCEEDED);
        }
        if (word instanceof DeviceWord.Refused refused) {
            return new Kept("REFUSED", refused.code(), refused.evidence(), null, OperationState.FAILED);
        }
        if (word instanceof DeviceWord.Failed failed) {
            return new Kept("FAILED", failed.code(), failed.evidence(), null, OperationState.FAILED);
        }
        String name = word.getClass().getSimpleName().toUpperCase(Locale.ROOT);
        return new Kept(name, null, word.evidence(), null, null);
    }

    private static Standing standing(ResultSet row) throws SQLException {
        return new Standing(
                row.getLong("operation_key"),
                OperationState.ofSql(row.getString("state")),
                row.getString("target"),
                row.getObject("attempt_id", Long.class),
                row.getString("digest"));
    }
}
