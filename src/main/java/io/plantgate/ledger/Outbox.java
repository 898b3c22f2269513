package io.plantgate.ledger;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.text;
import static io.plantgate.ledger.SparseInsert.Target.plain;

import io.plantgate.event.EffectPlan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Plans effects: rows of the transaction that decides, delivered later by others. */
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
                            text(planned -> planned.plan().on().name().toLowerCase(Locale.ROOT)))));

    /** Writes the rows that the drafts' rules and their decisions ask for. */
    void plan(Connection connection, List<Draft> drafts) throws SQLException {
        List<Planned> rows = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.event() != null) {
                draft.event().effects().stream()
                        .filter(plan -> isDue(plan, draft))
                        .forEach(plan -> rows.add(new Planned(plan, draft)));
            }
        }
        if (!rows.isEmpty()) {
            INSERT.execute(connection, rows);
        }
    }

    private static boolean isDue(EffectPlan plan, Draft draft) {
        boolean decided = plan.on() == EffectPlan.On.CANONICAL
                ? draft.verdict == Verdict.CANONICAL
                // One per distinct payload: further copies attach to the item and plan nothing.
                : draft.verdict == Verdict.CONFLICT && draft.opensWorkItem;
        boolean skippedAsLate = draft.late && plan.late() == EffectPlan.Policy.SKIP;
        boolean skippedAsRecurrence = draft.recurrenceOf != null && plan.recurrence() == EffectPlan.Policy.SKIP;
        return decided && !skippedAsLate && !skippedAsRecurrence;
    }

    private record Planned(EffectPlan plan, Draft by) {

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
