package io.plantgate.operation;

import java.util.List;
import java.util.Optional;

/** Whether the store is trusted enough to write by it: open, or closed by a failed integrity check until a person opens it. */
final class DoorState {

    private static final String NEWEST = """
            select state, changed_at, changed_by, reason from operation_door order by door_id desc limit :limit
            """;
    private static final String CHANGE =
            "insert into operation_door (state, changed_by, reason) values (:state, :by, :reason)";

    private static final String OPEN = "open";
    private static final String RECOVERY = "recovery";

    private final OperationStore store;

    DoorState(OperationStore store) {
        this.store = store;
    }

    /** Why it is closed; empty if it is open. */
    Optional<String> closedBecause() {
        return words(1).stream()
                .filter(word -> word.state().equals(RECOVERY))
                .map(DoorWord::reason)
                .findFirst();
    }

    List<DoorWord> words(int limit) {
        return store.sql(NEWEST)
                .param("limit", limit)
                .query((row, number) -> new DoorWord(
                        row.getString("state"),
                        OperationRows.instant(row, "changed_at"),
                        row.getString("changed_by"),
                        row.getString("reason")))
                .list();
    }

    void close(String by, String reason) {
        change(RECOVERY, by, reason);
    }

    void open(String by, String reason) {
        change(OPEN, by, reason);
    }

    private void change(String state, String by, String reason) {
        store.sql(CHANGE)
                .param("state", state)
                .param("by", by)
                .param("reason", reason)
                .update();
    }
}
