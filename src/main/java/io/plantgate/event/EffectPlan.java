package io.plantgate.event;

import java.util.Objects;

/**
 * An effect that a profile's rule names for one event, if the ledger's decision lets it be planned.
 *
 * @param rule the rule's name inside its profile
 * @param version digest of the rule's text, so that a planned row says under which text
 * @param kind what is to be done, e.g. {@code erp-posting}
 * @param on the decision that plans it
 * @param late whether an event of an older boot is planned too
 * @param recurrence whether an event whose transitionId was seen under another boot is planned too
 */
public record EffectPlan(String rule, String version, String kind, On on, Policy late, Policy recurrence) {

    public EffectPlan {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(on, "on");
        Objects.requireNonNull(late, "late");
        Objects.requireNonNull(recurrence, "recurrence");
    }

    /** The decision that plans an effect. */
    public enum On {
        CANONICAL,
        CONFLICT
    }

    /** What the ledger does with a rule in a case that intake cannot see. */
    public enum Policy {
        PLAN,
        SKIP
    }
}
