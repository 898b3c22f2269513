package io.plantgate.effect;

import java.util.Optional;

/** What holds up the effects of a whole kind, as this node sees it. */
public interface EffectWaits {

    /**
     * The switch, a stopped channel, an open circuit, a missing file or route; in words for people.
     *
     * @throws EffectsUnreachableException if the database does not answer
     */
    Optional<String> ofKind(String kind);
}
