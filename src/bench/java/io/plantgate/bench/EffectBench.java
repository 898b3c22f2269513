package io.plantgate.bench;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Deliveries through a Camel route to a target that answers after 5 ms, with attempts recorded: alone, and while another
 * target of the same node hangs with all of its workers. With {@code -Dbench.effects=1000000} instead how much room the
 * tables take as so many effects come and go.
 */
final class EffectBench {

    private static final int ROUNDS = 3;
    private static final int CONCURRENCY = 32;
    private static final int HANGING = 10_000;
    private static final int STEP = 50_000;
    private static final Path RESULTS = Path.of("target", "bench", "effects.csv");

    private EffectBench() {}

    static void run(boolean quick) throws Exception {
        int effects = Integer.getInteger("bench.effects", 0);
        if (effects > 0) {
            storage(effects);
        } else {
            throughput(quick ? 20_000 : 50_000);
        }
    }

    private static void throughput(int effects) throws Exception {
        Results results = new Results();
        try (EffectSite site = new EffectSite()) {
            site.plan(EffectSite.HANGING, HANGING);
            // The first round only warms the machine and the server up.
            for (int round = 0; round <= ROUNDS; round++) {
                results.discardIf(round == 0);
                results.add("alone", site.deliver(effects, CONCURRENCY, 5, false));
                results.add("beside", site.deliver(effects, CONCURRENCY, 5, true));
            }
        }
        results.compare("effects, while another target hangs with 32 workers", "beside", "alone", "alone");
        results.write(RESULTS);
        results.print("%,d effects to a target that answers after 5 ms, %d workers".formatted(effects, CONCURRENCY));
    }

    private static void storage(int effects) throws Exception {
        try (EffectSite site = new EffectSite()) {
            EffectStorage storage = new EffectStorage(site.rows());
            for (int done = 0; done < effects; done += STEP) {
                int now = Math.min(done + STEP, effects);
                double perSecond = site.deliver(now - done, CONCURRENCY, 0, false);
                System.out.printf(Locale.ROOT, "%,d delivered, the last %,.0f/s%n", now, perSecond);
                if (now == 100_000 || now == 500_000 || now == effects) {
                    storage.measure(now);
                }
            }
            storage.write();
        }
    }
}
