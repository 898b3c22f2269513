package io.plantgate.operation;

import io.plantgate.operation.MoveLog.Why;
import io.plantgate.operation.Moves.Origin;
import io.plantgate.operation.OperationRequest.Name;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Records people's words, each in one transaction with the move that it makes. */
final class PostgresPeople implements OperationPeople {

    private static final String LOCK =
            "select operation_key from operation where client = :client and operation_id = :operationId for update";
    private static final String APPROVE = """
            insert into operation_approval (operation_key, approver, reason) values (:key, :by, :reason)
            on conflict (operation_key, approver) do nothing
            """;
    private static final String APPROVALS = "select count(*) from operation_approval where operation_key = :key";
    private static final String MOVE = """
            update operation
               set state = :to::operation_state, code = :code, reason = :reason, recover_at = null,
                   turn = case when :to = 'authorised' then nextval('operation_turn_seq') else turn end,
                   due_at = case when :to = 'authorised' then clock_timestamp() end,
                   ended_at = case when :to = 'authorised' then ended_at else clock_timestamp() end,
                   told_at = case when state = 'unknown' then null else told_at end
             where operation_key = :key
            """;

    private final OperationStore store;
    private final OperationRows rows;
    private final MoveLog moves;
    private final DoorState door;
    private final OperationMetrics metrics;
    private final LongConsumer moved;

    PostgresPeople(OperationStore store, DoorState door, OperationMetrics metrics, LongConsumer moved) {
        this.store = store;
        this.rows = new OperationRows(store);
        this.moves = new MoveLog(store);
        this.door = door;
        this.metrics = metrics;
        this.moved = moved;
    }

    /** What a person's word leads to while the row is held. */
    private interface Decision {
        Answered on(Operation operation);
    }

    @Override
    public Answered authorise(Name name, Signed signed) {
        return decide(name, operation -> {
            if (operation.state() != OperationState.AWAITING_AUTHORISATION) {
                return new Answered.NotNow(operation);
            }
            if (signed.by().equals(operation.askedBy())) {
                return new Answered.NotYou("Whoever asked for an operation cannot authorise it: four eyes.");
            }
            int added = store.sql(APPROVE)
                    .param("key", operation.operationKey())
                    .param("by", signed.by())
                    .param("reason", signed.reason())
                    .update();
            long given = store.sql(APPROVALS)
                    .param("key", operation.operationKey())
                    .query(Long.class)
                    .single();
            int missing = operation.approvalsNeeded() - (int) given;
            if (missing > 0) {
                return added > 0
                        ? new Answered.Noted(operation, missing)
                        : new Answered.NotYou("You have authorised it already; it needs another approver.");
            }
            return move(operation, OperationState.AUTHORISED, null, null, signed);
        });
    }

    @Override
    public Answered refuse(Name name, Signed signed) {
        return decide(
                name,
                operation -> operation.state() == OperationState.AWAITING_AUTHORISATION
                        ? move(operation, OperationState.REFUSED, Policy.Codes.PERSON, null, signed)
                        : new Answered.NotNow(operation));
    }

    @Override
    public Answered settle(Name name, OperationState to, String evidence, Signed signed) {
        if (!EnumSet.of(OperationState.SUCCEEDED, OperationState.FAILED, OperationState.COMPENSATED)
                .contains(to)) {
            throw new IllegalArgumentException("A person settles an operation as done, not done or compensated.");
        }
        return decide(
                name,
                operation -> Moves.allowed(Origin.PERSON, operation.state(), to)
                        ? move(operation, to, "SETTLED_BY_PERSON", Texts.storable(evidence), signed)
                        : new Answered.NotNow(operation));
    }

    private Answered decide(Name name, Decision decision) {
        Answered answered = store.inTransaction(
                () -> lock(name).flatMap(rows::find).map(decision::on).orElseGet(Answered.NotThere::new));
        if (answered instanceof Answered.Moved done) {
            metrics.moved(done.operation().target(), done.operation().state());
            moved.accept(done.operation().operationKey());
        }
        return answered;
    }

    private Optional<Long> lock(Name name) {
        return store.sql(LOCK)
                .param("client", name.client())
                .param("operationId", name.operationId())
                .query(Long.class)
                .optional();
    }

    private Answered move(Operation operation, OperationState to, String code, String evidence, Signed signed) {
        store.sql(MOVE)
                .param("to", to.sql())
                .param("code", code)
                .param("reason", "Decided by " + signed.by() + ": " + signed.reason())
                .param("key", operation.operationKey())
                .update();
        Why why = new Why(Origin.PERSON, signed.by(), code, signed.reason(), evidence, null);
        moves.append(operation.operationKey(), operation.state(), to, why);
        if (operation.state() == OperationState.UNKNOWN) {
            Reports.askAgain(store, operation.target(), operation.operationKey());
        }
        return new Answered.Moved(rows.find(operation.operationKey()).orElseThrow(), operation.state());
    }

    @Override
    public boolean openDoor(Signed signed) {
        return store.inTransaction(() -> {
            boolean closed = door.closedBecause().isPresent();
            if (closed) {
                door.open(signed.by(), signed.reason());
            }
            return closed;
        });
    }

    @Override
    public boolean closeDoor(Signed signed) {
        return store.inTransaction(() -> {
            boolean open = door.closedBecause().isEmpty();
            if (open) {
                door.close(signed.by(), signed.reason());
            }
            return open;
        });
    }
}
