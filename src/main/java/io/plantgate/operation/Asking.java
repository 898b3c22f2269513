package io.plantgate.operation;

import io.plantgate.operation.Asked.Fault;
import io.plantgate.operation.Asked.Invalid;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Answers requests: the stored operation for a known name, a conflict for another payload, a new operation otherwise. */
final class Asking {

    private static final String NOW = "select clock_timestamp() as now";
    private static final String HOLD = "select operation_key from operation where operation_key = :key for update";
    // A client that never stops fills no disk: the first contradictions stay, and the newest.
    private static final String CONFLICT_IN_PLACE_OF_THE_NEWEST = """
            update operation_conflict
               set digest = :digest, canon_version = :version, canon_bytes = :bytes, asked_by = :by, door = :door, target = :target,
                   command = :command, times = times + 1, last_at = clock_timestamp()
             where conflict_id = (select max(conflict_id) from operation_conflict where operation_key = :key)
               and (select count(*) from operation_conflict where operation_key = :key) >= :conflictsMax
               and not exists (select from operation_conflict
                                where operation_key = :key and digest = :digest and canon_version = :version)
            returning conflict_id
            """;
    private static final String CONFLICT = """
            insert into operation_conflict (operation_key, digest, canon_version, canon_bytes, asked_by, door, target, command)
            values (:key, :digest, :version, :bytes, :by, :door, :target, :command)
            on conflict (operation_key, digest, canon_version)
               do update set times = operation_conflict.times + 1, last_at = clock_timestamp()
            returning conflict_id
            """;
    private static final String CONFLICT_ITEM = """
            insert into work_item (kind, operation_key, conflict_id)
            select 'OPERATION_CONFLICT', :key, :conflict
             where not exists (select from work_item w
                                where w.kind = 'OPERATION_CONFLICT' and w.operation_key = :key
                                  and not exists (select from settlement s
                                                   where s.work_item_id = w.work_item_id and s.outcome is not null))
            on conflict (conflict_id) where kind = 'OPERATION_CONFLICT' do nothing
            """;

    // What it asks for waits for an approver, whatever the command says: by its door, which no other may go round.
    private static final String EFFECTS = "effects";

    /** Of one operation. */
    static final int CONFLICTS_MAX = 100;

    private static final Instant TIME_MIN = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant TIME_MAX = Instant.parse("9999-12-31T23:59:59Z");

    private final OperationStore store;
    private final OperationRows rows;
    private final Plant plant;
    private final OperationSettings settings;
    private final NewOperations newOperations;

    Asking(OperationStore store, Plant plant, OperationSettings settings, NewOperations newOperations) {
        this.store = store;
        this.rows = new OperationRows(store);
        this.plant = plant;
        this.settings = settings;
        this.newOperations = newOperations;
    }

    Asked ask(OperationRequest request) {
        Optional<Invalid> invalid = OperationIds.objection(request.operationId(), settings.idCharsMax())
                .or(() -> objection(request));
        if (invalid.isPresent()) {
            return invalid.get();
        }
        if (OperationPayload.hasFarExponent(request.parameters())) {
            return new Invalid(
                    Fault.PARAMETERS,
                    "parameters: a number has an exponent of more than nine digits; no controller means one.");
        }
        OperationPayload payload = OperationPayload.of(request.target(), request.command(), request.parameters());
        if (payload.text().length() > settings.parameterBytesMax()) {
            return new Invalid(
                    Fault.PARAMETERS,
                    "parameters: more than " + settings.parameterBytesMax() + " bytes as JSON. Send less, or raise"
                            + " plantgate.operation.parameter-bytes-max.");
        }
        // Looking first only spares work: the unique key decides, below.
        return rows.find(request.name())
                .map(first -> known(first, request, payload))
                .orElseGet(() -> unknown(request, payload));
    }

    private static Optional<Invalid> objection(OperationRequest request) {
        if (isBlank(request.client()) || request.client().indexOf('/') >= 0) {
            return Optional.of(new Invalid(
                    Fault.ID_FORM,
                    "client: must not be empty or hold a '/', which separates it from the operationId."));
        }
        if (request.client().equals(EFFECTS) && request.door() != OperationRequest.Door.EFFECT) {
            return Optional.of(new Invalid(
                    Fault.ID_FORM,
                    "client: '" + EFFECTS
                            + "' asks for effects, and nobody else in its name; give this user, queue or topic"
                            + " another."));
        }
        if (isBlank(request.target()) || isBlank(request.command())) {
            return Optional.of(new Invalid(
                    isBlank(request.target()) ? Fault.UNKNOWN_TARGET : Fault.UNKNOWN_COMMAND,
                    "target and command: both are needed. GET /api/equipment lists them."));
        }
        // Before anything is recorded: what the database cannot keep would be asked again for ever by a broker.
        if (request.validUntil() != null && !isKept(request.validUntil())) {
            return Optional.of(new Invalid(
                    Fault.VALIDITY,
                    "validUntil: a time of the years 1 to 9999 is expected, as in 2026-07-01T12:00:00Z."));
        }
        boolean object = request.parameters() == null
                || request.parameters().isNull()
                || request.parameters().isObject();
        return object
                ? Optional.empty()
                : Optional.of(new Invalid(Fault.PARAMETERS, "parameters: an object by name is expected."));
    }

    private Asked unknown(OperationRequest request, OperationPayload payload) {
        Optional<EquipmentTarget> target = plant.findPermitted(request.target());
        if (target.isEmpty()) {
            return new Invalid(Fault.UNKNOWN_TARGET, "target: no such equipment. GET /api/equipment lists it.");
        }
        CommandPolicy command = target.get().commands().get(request.command());
        if (command == null) {
            return new Invalid(
                    Fault.UNKNOWN_COMMAND,
                    "command: " + target.get().name() + " has no such command; it has "
                            + String.join(
                                    ", ",
                                    target.get().commands().keySet().stream()
                                            .sorted()
                                            .toList()) + ".");
        }
        if (!validity(request)) {
            return new Invalid(
                    Fault.VALIDITY,
                    "validUntil or validSeconds: one of them is needed, so that a late request never moves a machine."
                            + " Up to " + command.validityMax().toSeconds() + " s for this command.");
        }
        return newOperations
                .add(request, payload, target.get(), command)
                .orElseGet(() -> known(rows.find(request.name()).orElseThrow(), request, payload));
    }

    private static boolean isKept(Instant time) {
        return !time.isBefore(TIME_MIN) && !time.isAfter(TIME_MAX);
    }

    private static boolean validity(OperationRequest request) {
        boolean until = request.validUntil() != null;
        boolean during = request.validFor() != null
                && !request.validFor().isNegative()
                && !request.validFor().isZero();
        return until != (request.validFor() != null) && (until || during);
    }

    private Asked known(Operation first, OperationRequest request, OperationPayload payload) {
        Instant now = now();
        if (first.shrunkAt() != null || !first.replayUntil().isAfter(now)) {
            return new Asked.PastWindow(first);
        }
        if (first.digest().equals(payload.digestHex()) && first.canonVersion() == payload.canonVersion()) {
            return new Asked.Known(first);
        }
        recordConflict(first, request, payload);
        return new Asked.Conflict(first, payload.digestHex(), payload.canonVersion(), payload.canonBytes(), now);
    }

    private void recordConflict(Operation first, OperationRequest request, OperationPayload payload) {
        store.inTransaction(() -> {
            store.sql(HOLD).param("key", first.operationKey()).query(Long.class).single();
            Long conflict = contradiction(CONFLICT_IN_PLACE_OF_THE_NEWEST, first, request, payload)
                    .param("conflictsMax", CONFLICTS_MAX)
                    .query(Long.class)
                    .optional()
                    .orElseGet(() -> contradiction(CONFLICT, first, request, payload)
                            .query(Long.class)
                            .single());
            return store.sql(CONFLICT_ITEM)
                    .param("key", first.operationKey())
                    .param("conflict", conflict)
                    .update();
        });
    }

    private JdbcClient.StatementSpec contradiction(
            String sql, Operation first, OperationRequest request, OperationPayload payload) {
        return store.sql(sql)
                .param("key", first.operationKey())
                .param("digest", payload.digest())
                .param("version", payload.canonVersion())
                .param("bytes", payload.canonBytes())
                .param("by", request.asker())
                .param("door", request.door().name().toLowerCase(Locale.ROOT))
                .param("target", Texts.kept(request.target(), 100))
                .param("command", Texts.kept(request.command(), 100));
    }

    private Instant now() {
        return store.sql(NOW)
                .query((row, number) -> OperationRows.instant(row, "now"))
                .single();
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
