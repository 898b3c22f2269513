package io.plantgate.event;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * The transport's side of an arrival: recorded, never decisive.
 *
 * @param arrivalAt when it came in at the gateway; an import may bring an older time
 * @param inlet the way in, e.g. {@code http:pumps}
 * @param raw the bytes as they came
 * @param facts what else the transport said (topic, retain, file name, row …), allow-listed and bounded
 * @param credential the name of the device or user that brought it, or null where the transport knows none
 */
public record Delivery(Instant arrivalAt, String inlet, RawBytes raw, Map<String, String> facts, String credential) {

    /**
     * Name of the fact that says what was allowed and left out all the same because of a bound: how many, and their names
     * ({@code 2: ce-id, ce-source}); the list is bounded itself and then ends in an ellipsis.
     */
    public static final String FACTS_LEFT_OUT = "facts-left-out";

    /**
     * Name of the fact with which an import or a sender says that nothing is to follow from this arrival ({@code none}): it is
     * history. Kept with the arrival, so that it holds also when a person completes or releases it later.
     */
    public static final String EFFECTS = "plantgate-effects";

    /** The value of {@link #EFFECTS} under which none are planned. */
    public static final String NO_EFFECTS = "none";

    public Delivery {
        Objects.requireNonNull(arrivalAt, "arrivalAt");
        Objects.requireNonNull(inlet, "inlet");
        Objects.requireNonNull(raw, "raw");
        facts = Map.copyOf(facts);
    }

    /** Whether effects may follow from it. */
    public boolean plansEffects() {
        return !NO_EFFECTS.equals(facts.get(EFFECTS));
    }
}
