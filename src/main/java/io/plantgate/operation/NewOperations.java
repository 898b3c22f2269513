package io.plantgate.operation;

import io.plantgate.operation.Asked.Fault;
import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.Moves.Origin;
import io.plantgate.operation.Neighbours.Old;
import io.plantgate.operation.Policy.Codes;
import io.plantgate.operation.Policy.Refusal;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Records operations that nobody asked for before: the unique name decides, in one transaction with all that follows. */
final class NewOperations {

    // Writes to equipment come at the pace of people and machines: one after the other is quick enough, and makes the
    // bounds on open operations and rates hold for all nodes together.
    private static final String ONE_AFTER_THE_OTHER = "select pg_advisory_xact_lock(7240505)";
    private static final String SEE = """
            select clock_timestamp() as now,
                   (select count(*) from (select from operation
                                           where state in ('received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown')
                                           limit :openMax) open) as open
            """;
    private static final String INSERT = """
            insert into operation (client, operation_id, target, command, digest, canon_version, canon_bytes, parameters,
                                   equipment_version, state, received_at, valid_until, replay_until, results_until, asked_by, door)
            values (:client, :operationId, :target, :command, :digest, :version, :bytes, :parameters, :equipmentVersion,
                    'received', :now, :validUntil, :replayUntil, :resultsUntil, :askedBy, :door)
            on conflict (client, operation_id) do nothing
            returning operation_key
            """;
    private static final String DECIDE = """
            update operation
               set state = :state::operation_state, approvals_needed = :approvals, code = :code, reason = :reason, replaces = :replaces,
                   similar_to = :similar, ended_at = case when :state = 'refused' then clock_timestamp() end,
                   turn = case when :state = 'authorised' then nextval('operation_turn_seq') end,
                   due_at = case when :state = 'authorised' then clock_timestamp() end
             where operation_key = :key
            """;

    private final OperationStore store;
    private final OperationRows rows;
    private final MoveLog moves;
    private final EquipmentVersions versions;
    private final DoorState door;
    private final Deployment deployment;
    private final OperationSettings settings;
    private final Neighbours around;
    private final String worker;

    NewOperations(
            OperationStore store,
            EquipmentVersions versions,
            DoorState door,
            Deployment deployment,
            OperationSettings settings,
            String worker) {
        this.store = store;
        this.rows = new OperationRows(store);
        this.moves = new MoveLog(store);
        this.versions = versions;
        this.door = door;
        this.deployment = deployment;
        this.settings = settings;
        this.around = new Neighbours(store, settings.suspiciousSeconds());
        this.worker = worker;
    }

    private record Seen(Instant now, long open) {}

    /** The answer; empty if another was first under this name. */
    Optional<Asked> add(
            OperationRequest request, OperationPayload payload, EquipmentTarget target, CommandPolicy command) {
        int version = versions.number(target);
        return store.inTransaction(() -> {
            store.sql(ONE_AFTER_THE_OTHER).query((row, number) -> 0).single();
            Optional<String> closed = door.closedBecause().or(deployment::unnoticed);
            if (closed.isPresent()) {
                return Optional.of(new Asked.InRecovery(closed.get(), settings.retryAfterSeconds()));
            }
            Seen seen = see();
            Instant until = request.validUntil() == null ? seen.now().plus(request.validFor()) : request.validUntil();
            Wish wish = new Wish(request, payload, target, command, seen.now(), until);
            return within(wish, seen, version);
        });
    }

    private Optional<Asked> within(Wish wish, Seen seen, int version) {
        // Another may have been first while this one waited for its turn; then its answer counts.
        boolean known = rows.find(wish.request().name()).isPresent();
        if (!wish.validUntil().isAfter(seen.now())) {
            return known ? Optional.empty() : Optional.of(new Asked.Expired(wish.validUntil()));
        }
        Optional<Old> old = Optional.empty();
        if (wish.request().replaces() != null) {
            old = around.old(wish.request());
            if (old.isEmpty()
                    || wish.request().reason() == null
                    || wish.request().reason().isBlank()) {
                return Optional.of(replacesNothing());
            }
        }
        if (seen.open() >= settings.openMax()) {
            return known
                    ? Optional.empty()
                    : Optional.of(new Asked.Full(settings.openMax(), settings.retryAfterSeconds()));
        }
        Optional<Asked> later = known ? Optional.empty() : later(wish, old);
        if (later.isPresent()) {
            return later;
        }
        Optional<Long> key = insert(wish, seen, version);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        decide(key.get(), wish, old);
        return Optional.of(new Asked.New(rows.find(key.get()).orElseThrow()));
    }

    private Seen see() {
        return store.sql(SEE)
                .param("openMax", settings.openMax())
                .query((row, number) -> new Seen(OperationRows.instant(row, "now"), row.getLong("open")))
                .single();
    }

    private static Asked replacesNothing() {
        return new Asked.Invalid(
                Fault.REPLACES, "replaces: needs an operation that is there, and a reason. Nothing was recorded.");
    }

    private Optional<Long> insert(Wish wish, Seen seen, int version) {
        Windows windows = wish.target().windows();
        OperationRequest request = wish.request();
        return store.sql(INSERT)
                .param("client", request.client())
                .param("operationId", request.operationId())
                .param("target", request.target())
                .param("command", request.command())
                .param("digest", wish.payload().digest())
                .param("version", wish.payload().canonVersion())
                .param("bytes", wish.payload().canonBytes())
                .param("parameters", wish.payload().text())
                .param("equipmentVersion", version)
                .param("now", Timestamp.from(seen.now()))
                .param("validUntil", Timestamp.from(wish.validUntil()))
                .param("replayUntil", Timestamp.from(seen.now().plus(windows.replay())))
                .param("resultsUntil", Timestamp.from(seen.now().plus(windows.results())))
                .param("askedBy", request.asker())
                .param("door", request.door().name().toLowerCase(Locale.ROOT))
                .query(Long.class)
                .optional();
    }

    private void decide(long key, Wish wish, Optional<Old> old) {
        moves.append(key, null, OperationState.RECEIVED, asked(wish));
        int approvals = approvals(wish, old);
        Optional<Refusal> refusal = refusal(wish).or(() -> unnamed(wish, approvals));
        OperationState to = refusal.isPresent()
                ? OperationState.REFUSED
                : approvals > 0 ? OperationState.AWAITING_AUTHORISATION : OperationState.AUTHORISED;
        store.sql(DECIDE)
                .param("state", to.sql())
                .param("approvals", approvals)
                .param("code", refusal.map(Refusal::code).orElse(null))
                .param("reason", refusal.map(Refusal::reason).orElse(null))
                .param("replaces", old.map(Old::key).orElse(null), Types.BIGINT)
                .param("similar", around.similar(key, wish), Types.BIGINT)
                .param("key", key)
                .update();
        moves.append(key, OperationState.RECEIVED, to, decided(refusal, approvals));
        if (refusal.isEmpty()) {
            around.supersede(key, wish, old);
        }
    }

    private static Why asked(Wish wish) {
        OperationRequest request = wish.request();
        String reason = request.replaces() == null
                ? request.reason()
                : "Replaces " + request.replaces() + ": " + request.reason();
        return new Why(
                Origin.CLIENT,
                request.asker(),
                null,
                reason,
                "digest " + wish.payload().digestHex(),
                null);
    }

    private Why decided(Optional<Refusal> refusal, int approvals) {
        return refusal.map(each -> Why.node(worker, each.code(), each.reason(), null))
                .orElseGet(() -> Why.node(
                        worker,
                        null,
                        approvals > 0 ? "Needs " + approvals + " approval(s)." : "The target's policy allows it.",
                        null));
    }

    private static Optional<Refusal> refusal(Wish wish) {
        return Policy.refusal(
                wish.command(),
                wish.request().client(),
                wish.payload().parameters(),
                Duration.between(wish.now(), wish.validUntil()));
    }

    /** What time heals uses up no name; what the file forbids for good is recorded first. */
    private Optional<Asked> later(Wish wish, Optional<Old> old) {
        if (refusal(wish).isPresent()) {
            return Optional.empty();
        }
        if (old.isPresent() && old.get().inFlight()) {
            return Optional.of(new Asked.Later(
                    Codes.REPLACES_IN_FLIGHT,
                    "What it replaces is being written now; wait for its outcome.",
                    settings.retryAfterSeconds()));
        }
        int rate = wish.command().ratePerMinute();
        return rate < 1
                ? Optional.empty()
                : around.secondsUntilBelow(rate, wish)
                        .map(seconds -> new Asked.Later(
                                Codes.RATE, "More than " + rate + " of this command within a minute.", seconds));
    }

    // An approver who asked for it under a client's name would be both pairs of eyes.
    private static Optional<Refusal> unnamed(Wish wish, int approvals) {
        return approvals == 0 || wish.request().namesAsker()
                ? Optional.empty()
                : Optional.of(
                        new Refusal(
                                Codes.NOBODY_NAMED,
                                "It needs an approval, and the broker vouches for no person or system behind the request: send it"
                                        + " with a checked user-id (RabbitMQ), or by a topic whose askerLevel names one (MQTT)."));
    }

    private int approvals(Wish wish, Optional<Old> old) {
        boolean doubtful = old.isPresent() && around.doubtful(old.get());
        boolean byItself = wish.request().door() == OperationRequest.Door.EFFECT;
        return Math.max(wish.command().authorisation().approvals(), doubtful || byItself ? 1 : 0);
    }
}
