package io.plantgate.effect;

import java.util.List;

/** Brings effects to a target and says what became of each. */
@FunctionalInterface
interface Courier {

    /**
     * Returns an outcome for each effect, in their order; whatever goes wrong is an outcome too.
     *
     * @param effects of one kind and one purpose
     */
    List<Outcome> deliver(List<ClaimedEffect> effects);
}
