package io.plantgate.bench;

import static io.plantgate.bench.EffectRoutes.http;
import static io.plantgate.bench.EffectRoutes.inProcess;

import java.util.Locale;
import java.util.Map;

/**
 * Deliveries to a target that answers after 5 ms, with attempts recorded: over HTTP by the template http-target, on a
 * connection for each request and on kept ones, while another target of the same node hangs with all of its workers, by two
 * nodes, and without any HTTP. With {@code -Dbench.effects=1000000} instead how much room the
 * tables take as so many effects come and go.
 */
final class EffectBench {

    private static final int ROUNDS = 3;
    private static final int CONCURRENCY = 32;
    private static final int ANSWER_MILLIS = 5;
    private static final int HANGING = 10_000;
    private static final int STEP = 50_000;

    private static final String IN_PROCESS = "no HTTP: a route that answers within the process";
    private static final String SINGLE = "HTTP, connections: single";
    private static final String KEPT = "HTTP, connections: kept";
    private static final String BESIDE = "kept, while another HTTP target hangs";
    private static final String TWO = "kept, two nodes";

    private EffectBench() {}

    static void run(Extent extent) throws Exception {
        int effects = Integer.getInteger("bench.effects", 0);
        if (effects > 0) {
            storage(effects);
        } else {
            throughput(extent);
        }
    }

    private static void throughput(Extent extent) throws Exception {
        int effects = extent.isFull() ? 50_000 : 20_000;
        Results results = new Results();
        try (EffectSite site = new EffectSite();
                EffectTarget answering = EffectTarget.answeringAfter(ANSWER_MILLIS)) {
            site.plan(EffectSite.HANGING, HANGING);
            // The first round only warms the machine and the server up.
            for (int round = 0; round <= ROUNDS; round++) {
                results.discardIf(round == 0);
                round(results, site, answering.url(), round == 0 ? effects / 10 : effects);
            }
        }
        results.compare(SINGLE, SINGLE, IN_PROCESS, IN_PROCESS);
        results.compare(KEPT, KEPT, IN_PROCESS, IN_PROCESS);
        results.compare(BESIDE, BESIDE, KEPT, KEPT);
        results.compare(TWO, TWO, KEPT, KEPT);
        results.write(extent.named("effects"));
        results.print("%,d effects to a target that answers after %d ms, %d workers"
                .formatted(effects, ANSWER_MILLIS, CONCURRENCY));
    }

    private static void round(Results results, EffectSite site, String url, int effects) throws Exception {
        Map<String, String> alone = Map.of(EffectSite.ANSWERING, url);
        EffectRoutes inProcess = inProcess(EffectSite.ANSWERING, CONCURRENCY, ANSWER_MILLIS);
        results.add(IN_PROCESS, site.deliver(effects / 5, inProcess, 1));
        results.add(SINGLE, site.deliver(effects, http(alone, "single", CONCURRENCY), 1));
        results.add(KEPT, site.deliver(effects, http(alone, "kept", CONCURRENCY), 1));
        try (EffectTarget hanging = EffectTarget.hanging()) {
            Map<String, String> both = Map.of(EffectSite.ANSWERING, url, EffectSite.HANGING, hanging.url());
            EffectRoutes routes = http(both, "kept", CONCURRENCY);
            results.add(BESIDE, site.deliver(effects, routes, 1, hanging::close));
        }
        results.add(TWO, site.deliver(effects, http(alone, "kept", CONCURRENCY), 2));
    }

    private static void storage(int effects) throws Exception {
        try (EffectSite site = new EffectSite()) {
            EffectStorage storage = new EffectStorage(site.rows());
            for (int done = 0; done < effects; done += STEP) {
                int now = Math.min(done + STEP, effects);
                double perSecond = site.deliver(now - done, inProcess(EffectSite.ANSWERING, CONCURRENCY, 0), 1);
                System.out.printf(Locale.ROOT, "%,d delivered, the last %,.0f/s%n", now, perSecond);
                if (now == 100_000 || now == 500_000 || now == effects) {
                    storage.measure(now);
                }
            }
            storage.write();
        }
    }
}
