package io.plantgate.effect;

/**
 * What an unknown outcome leads to.
 *
 * @param timesMax repeats that are tolerable; counts for {@link Then#REPEAT} only
 */
record UnknownRule(Then then, int timesMax) {

    enum Then {
        /** The receiver is idempotent: send again with the same key. */
        REPEAT_WITH_KEY,
        /** A repeat is tolerable: send again, marked, so many times. */
        REPEAT,
        /** The target can say what it has: ask it, and send again only if it proves that it has nothing. */
        ASK,
        /** Never blindly: a person decides. */
        WAIT
    }

    boolean asks() {
        return then == Then.ASK;
    }

    /** True if the receiver tells a repeat by its key, so that a refusal of the repeat speaks of the effect itself. */
    boolean keyed() {
        return then == Then.REPEAT_WITH_KEY;
    }

    boolean allowsAfter(int repeats, int attemptsMax) {
        return switch (then) {
            case REPEAT_WITH_KEY, ASK -> repeats < attemptsMax;
            case REPEAT -> repeats < timesMax;
            case WAIT -> false;
        };
    }
}
