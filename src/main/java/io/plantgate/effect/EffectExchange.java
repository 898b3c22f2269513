package io.plantgate.effect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * What a delivery route finds on its exchange, and where it leaves outcomes. Of a single effect the body is the message,
 * with the headers {@code Content-Type} and {@code Idempotency-Key}; of several (an endpoint with {@code batchMax} over 1)
 * the body is the list of {@link ClaimedEffect}.
 *
 * <p>An effect that no judge settled is settled at the exchange's end: by its exception through {@link Failures}, or else
 * as {@link Outcome.Unknown}, because a route that says nothing proves nothing.
 */
public final class EffectExchange {

    /** Property with the {@code List<ClaimedEffect>}. */
    public static final String EFFECTS = "plantgateEffects";

    /** Header with the effect's key, for targets that can take one. */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final String OUTCOMES = "plantgateOutcomes";

    private EffectExchange() {}

    /** The effects to deliver; never empty. */
    @SuppressWarnings("unchecked")
    public static List<ClaimedEffect> effects(Exchange exchange) {
        List<ClaimedEffect> effects = exchange.getProperty(EFFECTS, List.class);
        if (effects == null || effects.isEmpty()) {
            throw new IllegalStateException(
                    "This exchange brings no effect. A delivery route starts with from: effect:CHANNEL.");
        }
        return effects;
    }

    /** The one effect to deliver, in a route whose endpoint has {@code batchMax} 1. */
    public static ClaimedEffect effect(Exchange exchange) {
        List<ClaimedEffect> effects = effects(exchange);
        if (effects.size() > 1) {
            throw new IllegalStateException("This exchange brings " + effects.size()
                    + " effects; this step delivers one. Set batchMax: 1 on the effect: endpoint.");
        }
        return effects.get(0);
    }

    /** Says what became of all effects of this exchange. The last word before its end counts. */
    public static void settle(Exchange exchange, Outcome outcome) {
        effects(exchange).forEach(effect -> settle(exchange, effect.effectId(), outcome));
    }

    /**
     * Says what became of one effect of this exchange.
     *
     * @throws IllegalArgumentException if the exchange does not bring this effect
     */
    public static void settle(Exchange exchange, long effectId, Outcome outcome) {
        if (effects(exchange).stream().noneMatch(effect -> effect.effectId() == effectId)) {
            throw new IllegalArgumentException("This exchange does not bring effect " + effectId + ".");
        }
        outcomes(exchange).put(effectId, outcome);
    }

    /** What the route said of an effect, or null. */
    static Outcome settled(Exchange exchange, long effectId) {
        return outcomes(exchange).get(effectId);
    }

    @SuppressWarnings("unchecked")
    private static Map<Long, Outcome> outcomes(Exchange exchange) {
        Map<Long, Outcome> outcomes = exchange.getProperty(OUTCOMES, Map.class);
        if (outcomes == null) {
            outcomes = new LinkedHashMap<>();
            exchange.setProperty(OUTCOMES, outcomes);
        }
        return outcomes;
    }
}
