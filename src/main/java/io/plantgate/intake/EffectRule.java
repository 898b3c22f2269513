package io.plantgate.intake;

import io.plantgate.event.EffectPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * An effect that a profile wants to follow from its events.
 *
 * @param plan what is planned
 * @param when conditions that must all be met
 */
record EffectRule(EffectPlan plan, List<Condition> when) {

    static List<EffectPlan> plans(List<EffectRule> rules, ReadItem item) throws Unreadable {
        if (rules.isEmpty()) {
            return List.of();
        }
        List<EffectPlan> plans = new ArrayList<>(rules.size());
        for (EffectRule rule : rules) {
            if (Condition.allMet(rule.when(), item)) {
                plans.add(rule.plan());
            }
        }
        return plans;
    }
}
