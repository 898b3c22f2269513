package io.plantgate.operation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Those who wait for an outcome. Looked at after each move of this node, and now and then for those of others. */
final class Watchers {

    private final OperationRows rows;
    private final Map<Watch, Deadline> watches = new ConcurrentHashMap<>();

    private record Watch(long key, CompletableFuture<Operation> answer) {}

    Watchers(OperationRows rows) {
        this.rows = rows;
    }

    /** The operation as soon as it is not pending any more, or as it stands when the time is over. */
    CompletionStage<Operation> await(Operation operation, Duration most) {
        CompletableFuture<Operation> answer = new CompletableFuture<>();
        watches.put(new Watch(operation.operationKey(), answer), Deadline.in(most));
        look(operation.operationKey());
        return answer;
    }

    void look(long key) {
        watches.keySet().stream().filter(watch -> watch.key() == key).toList().forEach(this::look);
    }

    /** In one question, however many wait: the clock that asks it also claims what is due. */
    void lookAll() {
        if (watches.isEmpty()) {
            return;
        }
        List<Watch> all = List.copyOf(watches.keySet());
        try {
            Map<Long, Operation> outcomes =
                    rows.outcomes(all.stream().map(Watch::key).collect(Collectors.toSet())).stream()
                            .collect(Collectors.toMap(Operation::operationKey, operation -> operation));
            all.forEach(watch -> end(watch, outcomes.get(watch.key())));
        } catch (RuntimeException e) {
            all.forEach(watch -> away(watch, e));
        }
    }

    private void end(Watch watch, Operation outcome) {
        Deadline deadline = watches.get(watch);
        if (outcome != null && watches.remove(watch) != null) {
            watch.answer().complete(outcome);
        } else if (deadline != null && deadline.isPast()) {
            look(watch);
        }
    }

    private void look(Watch watch) {
        try {
            Operation now = rows.find(watch.key()).orElseThrow();
            Deadline deadline = watches.get(watch);
            if (!now.pending() || deadline == null || deadline.isPast()) {
                watches.remove(watch);
                watch.answer().complete(now);
            }
        } catch (RuntimeException e) {
            away(watch, e);
        }
    }

    private void away(Watch watch, RuntimeException cause) {
        if (watches.remove(watch) != null) {
            watch.answer().completeExceptionally(new OperationsUnreachableException("The database is away.", cause));
        }
    }

    void close() {
        lookAll();
        watches.forEach((watch, deadline) ->
                watch.answer().completeExceptionally(new OperationsUnreachableException("The gateway stops.", null)));
        watches.clear();
    }
}
