package io.plantgate.bench;

/** How much is measured. Results are called by it: those of a shorter run stand beside those of a longer one, never in their place. */
enum Extent {
    FULL(""),
    QUICK(" (quick)"),
    /** Only shows that the benchmark runs: few messages on a cold JVM. */
    SMOKE(" (smoke test)");

    private final String suffix;

    Extent(String suffix) {
        this.suffix = suffix;
    }

    /** @param only the one part that is wanted, or blank for all */
    static Extent of(boolean quick, String only) {
        if (!quick) {
            return FULL;
        }
        return only.isBlank() ? SMOKE : QUICK;
    }

    boolean isFull() {
        return this == FULL;
    }

    int pick(int full, int quick, int smoke) {
        return switch (this) {
            case FULL -> full;
            case QUICK -> quick;
            case SMOKE -> smoke;
        };
    }

    /** How the results of a part are called. */
    String named(String part) {
        return part + suffix;
    }
}
