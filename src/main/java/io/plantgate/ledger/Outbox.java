package io.plantgate.ledger;

import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.ledger.BatchTransaction.Begun;
import io.plantgate.ledger.CopyInsert.Column;
import io.plantgate.ledger.EffectPlanning.Lane;
import io.plantgate.ledger.EffectPlanning.Mode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans effects: rows of the transaction that decides, delivered later by others. One without a lane is due at once; of a
 * lane only the head is, and who delivers finds the head.
 */
final class Outbox {

    private static final CopyInsert<Planned> INSERT = new CopyInsert<>(
            "outbox",
            List.of(
                    new Column<>(
                            "canonical_id",
                            (field, planned) -> field.int8(planned.by().canonicalId())),
                    new Column<>(
                            "arrival_id",
                            (field, planned) -> field.int8(planned.by().arrivalId())),
                    new Column<>("profile", (field, planned) -> field.text(planned.profile())),
                    new Column<>(
                            "rule",
                            (field, planned) -> field.text(planned.plan().rule())),
                    new Column<>(
                            "rule_version",
                            (field, planned) -> field.text(planned.plan().version())),
                    new Column<>(
                            "kind",
                            (field, planned) -> field.text(planned.plan().kind())),
                    new Column<>("planned_on", (field, planned) -> field.text(planned.on())),
                    new Column<>("idempotency_key", (field, planned) -> field.text(planned.idempotencyKey())),
                    new Column<>("state", (field, planned) -> field.text(planned.state())),
                    new Column<>("due_at", (field, planned) -> field.timestamp(planned.dueAt())),
                    new Column<>("lane", (field, planned) -> field.text(planned.lane()))));

    private final EffectPlanning planning;

    Outbox(EffectPlanning planning) {
        this.planning = planning;
    }

    /**
     * Writes the rows that the drafts' rules and their decisions ask for, due from the transaction's time on and under keys of
     * its deployment; returns their kinds.
     */
    Set<String> plan(Connection connection, List<Draft> drafts, Begun begun) throws SQLException {
        Mode mode = planning.mode();
        if (mode == Mode.OFF) {
            return Set.of();
        }
        List<Planned> rows = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.event() != null) {
                draft.event().effects().stream()
                        .filter(plan -> isDue(plan, draft))
                        .forEach(plan -> rows.add(new Planned(plan, draft, mode, planning.lane(plan.kind()), begun)));
            }
        }
        if (rows.isEmpty()) {
            return Set.of();
        }
        INSERT.execute(connection, rows);
        Set<String> kinds = new TreeSet<>();
        rows.forEach(row -> kinds.add(row.plan().kind()));
        return kinds;
    }

    private static boolean isDue(EffectPlan plan, Draft draft) {
        boolean decided = plan.on() == EffectPlan.On.CANONICAL
                ? draft.verdict == Verdict.CANONICAL
                // One per distinct payload: further copies attach to the item and plan nothing.
                : draft.verdict == Verdict.CONFLICT && draft.opensWorkItem;
        boolean skippedAsLate = draft.late && (plan.late() == EffectPlan.Policy.SKIP || isStrict(draft));
        boolean skippedAsRecurrence = draft.recurrenceOf != null && plan.recurrence() == EffectPlan.Policy.SKIP;
        return decided && !skippedAsLate && !skippedAsRecurrence;
    }

    private static boolean isStrict(Draft draft) {
        return draft.numbering() != null && draft.numbering().strict();
    }

    private record Planned(EffectPlan plan, Draft by, Mode mode, Lane order, Begun begun) {

        String state() {
            return mode == Mode.HOLD ? "held" : "pending";
        }

        Instant dueAt() {
            return mode == Mode.LIVE && order == Lane.NONE ? begun.now() : null;
        }

        /** As the table spells it. */
        String on() {
            return plan.on() == EffectPlan.On.CANONICAL ? "canonical" : "conflict";
        }

        String lane() {
            Event event = by.event();
            return switch (order) {
                case NONE -> null;
                case SOURCE -> event.identity().source();
                case DEVICE -> event.device() == null ? event.identity().source() : event.device();
            };
        }

        String profile() {
            return by.entry.arrival().profile().profile();
        }

        /**
         * Unique by construction: the deployment, because ids of events begin anew in every new store, then the event and the
         * rule, of a conflict also the other payload.
         */
        String idempotencyKey() {
            String key = begun.deployment() + "/" + by.canonicalId() + "/" + profile() + "/" + plan.rule();
            return plan.on() == EffectPlan.On.CANONICAL
                    ? key
                    : key + "/" + HexFormat.of().formatHex(by.payload().hash());
        }
    }
}
