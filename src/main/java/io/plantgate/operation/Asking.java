package io.plantgate.operation;

import io.plantgate.operation.Asked.Fault;
import io.plantgate.operation.Asked.Invalid;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Answers requests: the stored operation for a known name, a conflict for another payload, a new operation otherwise. */
final class Asking {

    private static final String NOW = "select clock_timestamp() as now";
    private static final String CONFLICT = """
            insert into operation_conflict (operation_key, digest, canon_version, canon_bytes, asked_by, door, target, command)
            values (:key, :digest, :version, :bytes, :by, :door, :target, :command)
            on conflict (operation_key, digest, canon_version)
               do update set times = operation_conflict.times + 1, last_at = clock_timestamp()
            returning conflict_id
            """;
    private static final String CONFLICT_ITEM = """
            insert into work_item (kind, operation_key, conflict_id) values ('OPERATION_CONFLICT', :key, :conflict)
            on conflict (conflict_id) where kind = 'OPERATION_CONFLICT' do nothing
            """;

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
        if (isBlank(request.target()) || isBlank(request.command())) {
            return Optional.of(new Invalid(
                    isBlank(request.target()) ? Fault.UNKNOWN_TARGET : Fault.UNKNOWN_COMMAND,
                    "target and command: both are needed. GET /api/equipment lists them."));
        }
        boolean object = request.parameters() == null
                || request.parameters().isNull()
                || request.parameters().isObject();
        return object
                ? Optional.empty()
                : Optional.of(new Invalid(Fault.PARAMETERS, "parameters: an object by name is expected."));
    }

    private Asked unknown(OperationRequest request, OperationPayload payload) {
        Optional<EquipmentTarget> target = plant.find(request.target());
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
            Long conflict = store.sql(CONFLICT)
                    .param("key", first.operationKey())
                    .param("digest", payload.digest())
                    .param("version", payload.canonVersion())
                    .param("bytes", payload.canonBytes())
                    .param("by", request.askedBy())
                    .param("door", request.door().name().toLowerCase(Locale.ROOT))
                    .param("target", Texts.kept(request.target(), 100))
                    .param("command", Texts.kept(request.command(), 100))
                    .query(Long.class)
                    .single();
            return store.sql(CONFLICT_ITEM)
                    .param("key", first.operationKey())
                    .param("conflict", conflict)
                    .update();
        });
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
