package io.plantgate.failure.torture;

import java.util.List;

/**
 * What a round came to.
 *
 * @param lost acknowledged publications that are in no arrival
 * @param secondCanonicals identities, or their effects, that are there a second time
 * @param stuck messages left in queues and folders, and gateways that did not start or stop
 * @param wrong anything else that must not be
 */
record Outcome(
        long seed,
        int faults,
        int published,
        int acknowledged,
        long lost,
        long secondCanonicals,
        long stuck,
        List<String> wrong) {

    static final String HEADER = "seed,faults,published,acknowledged,lost,second_canonicals,stuck";

    String csv() {
        return "%d,%d,%d,%d,%d,%d,%d".formatted(seed, faults, published, acknowledged, lost, secondCanonicals, stuck);
    }

    boolean isFlawless() {
        return lost == 0 && secondCanonicals == 0 && stuck == 0 && wrong.isEmpty();
    }
}
