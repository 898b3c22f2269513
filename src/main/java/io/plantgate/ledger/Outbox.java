package io.plantgate.ledger;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.bool;
import static io.plantgate.ledger.ArrayStatement.text;
import static io.plantgate.ledger.SparseInsert.Target.plain;

import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.ledger.EffectPlanning.Lane;
import io.plantgate.ledger.EffectPlanning.Mode;
import io.plantgate.ledger.SparseInsert.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans effects: rows of the transaction that decides, delivered later by others. One without a lane is due at once; of a
 * lane only the head is, and who delivers finds the head.
 */
final class Outbox {

    private static final SparseInsert<Planned> INSERT = new SparseInsert<>(
            "outbox",
            List.of(
                    plain("idempotency_key", text(Planned::idempotencyKey)),
                    plain("canonical_id", bigint(planned -> planned.by().canonicalId())),
                    plain("arrival_id", bigint(planned -> planned.by().arrivalId())),
                    plain("profile", text(Planned::profile)),
                    plain("rule", text(planned -> planned.plan().rule())),
                    plain("rule_version", text(planned -> planned.plan().version())),
                    plain("kind", text(planned -> planned.plan().kind())),
                    plain(
                            "planned_on",
                            text(planned -> planned.plan().on().name().toLowerCase(Locale.ROOT))),
                    plain("lane", text(Planned::lane)),
                    new Target<>("state", "k.state::effect_state", text(Planned::state)),
                    new Target<>("due_at", "case when k.due_at then now() end", bool(Planned::due))));

    private final EffectPlanning planning;

    Outbox(EffectPlanning planning) {
        this.planning = planning;
    }

    /** Writes the rows that the drafts' rules and their decisions ask for; returns their kinds. */
    Set<String> plan(Connection connection, List<Draft> drafts) throws SQLException {
        Mode mode = planning.mode();
        if (mode == Mode.OFF) {
            return Set.of();
        }
        List<Planned> rows = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.event() != null) {
                draft.event().effects().stream()
                        .filter(plan -> isDue(plan, draft))
                        .forEach(plan -> rows.add(new Planned(plan, draft, mode, planning.lane(plan.kind()))));
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

    private record Planned(EffectPlan plan, Draft by, Mode mode, Lane order) {

        String state() {
            return mode == Mode.HOLD ? "held" : "pending";
        }

        boolean due() {
            return mode == Mode.LIVE && order == Lane.NONE;
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

        /** Unique by construction: the event and the rule, of a conflict also the other payload. */
        String idempotencyKey() {
            String key = by.canonicalId() + "/" + profile() + "/" + plan.rule();
            return plan.on() == EffectPlan.On.CANONICAL
                    ? key
                    : key + "/" + HexFormat.of().formatHex(by.payload().hash());
        }
    }
}
