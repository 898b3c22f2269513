package io.plantgate.failure.torture;

import io.plantgate.failure.torture.Fault.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The faults of a round, a function of its seed: drawn from a shuffled deck, so that every kind has its turn. */
final class FaultPlan {

    private static final int PAUSE_MILLIS_MIN = 300;
    private static final int PAUSE_MILLIS_MAX = 2500;
    private static final int LASTS_MILLIS_MIN = 500;
    private static final int LASTS_MILLIS_MAX = 4000;

    private FaultPlan() {}

    /** @param without kinds that the servers of this machine cannot have */
    static List<Fault> of(long seed, int faults, Set<Kind> without) {
        Random random = new Random(seed);
        List<Kind> deck = new ArrayList<>();
        List<Fault> plan = new ArrayList<>();
        while (plan.size() < faults) {
            if (deck.isEmpty()) {
                deck.addAll(shuffled(random));
            }
            Fault fault = drawn(deck.remove(deck.size() - 1), random);
            if (!without.contains(fault.kind())) {
                plan.add(fault);
            }
        }
        return plan;
    }

    private static List<Kind> shuffled(Random random) {
        List<Kind> deck = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            deck.addAll(Collections.nCopies(kind.cards, kind));
        }
        Collections.shuffle(deck, random);
        return deck;
    }

    private static Fault drawn(Kind kind, Random random) {
        return new Fault(
                kind,
                between(PAUSE_MILLIS_MIN, PAUSE_MILLIS_MAX, random),
                random.nextInt(1000),
                between(LASTS_MILLIS_MIN, LASTS_MILLIS_MAX, random),
                random.nextInt(3) > 0);
    }

    private static int between(int min, int max, Random random) {
        return min + random.nextInt(max - min + 1);
    }
}
