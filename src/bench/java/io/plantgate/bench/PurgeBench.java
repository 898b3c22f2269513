package io.plantgate.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What it costs those who send that months are given up meanwhile: the ledger at its peak and at half of it, for as long as
 * the retention counts, detaches and drops, and for as long without it. A round is void, and the benchmark fails, unless all that is to be known of
 * the events afterwards is right.
 */
final class PurgeBench {

    private static final int RAMP_SECONDS = 2;
    private static final double SECONDS_FIRST = 10;
    // A month that somebody holds is tried again by the next run; the gateway makes one each hour.
    private static final int RUNS_MAX = 50;
    private static final Path PAGE = Path.of("target", "bench", "purge.md");

    private static final String PEAK = "at the peak";
    private static final String STEADY = "at half of the peak";

    private final int months;
    private final int arrivals;
    private final Results results = new Results();
    private final Map<String, Histogram> nanos = new HashMap<>();
    private final List<String> page = new ArrayList<>();
    private final PurgeStore store;
    private final Map<String, Double> windowSeconds = new HashMap<>();
    private double peakPerSecond;
    private boolean warm;

    private PurgeBench(PurgeStore store, int months, int arrivals) {
        this.store = store;
        this.months = months;
        this.arrivals = arrivals;
    }

    static void run(Extent extent) throws Exception {
        try (PurgeStore store = new PurgeStore()) {
            PurgeBench bench = new PurgeBench(store, extent.isFull() ? 3 : 1, extent.isFull() ? 400_000 : 100_000);
            // The first round only warms the machine and the server up.
            for (int round = 0; round <= (extent.isFull() ? 5 : 3); round++) {
                bench.warm = round > 0;
                bench.results.discardIf(!bench.warm);
                bench.round(round, PEAK);
                bench.round(round, STEADY);
            }
            bench.write(extent);
        }
    }

    // Who comes first takes turns: what the one leaves behind may burden the other.
    private void round(int round, String load) throws Exception {
        store.fill(months, arrivals);
        for (int turn = 0; turn < 2; turn++) {
            measure(load, (round + turn) % 2 == 0);
        }
        store.requireAllIsKnown();
    }

    private void measure(String load, boolean purging) throws Exception {
        store.forgetTheLoad();
        try (PurgeLoad running = new PurgeLoad(store, load.equals(PEAK) ? 0 : peakPerSecond / 2)) {
            TimeUnit.SECONDS.sleep(RAMP_SECONDS);
            PurgeLoad.Window window = running.during(purging ? this::giveUp : () -> pass(load));
            add(load, purging, window);
        }
    }

    private void giveUp() throws Exception {
        int dropped = 0;
        for (int run = 1; dropped < months; run++) {
            dropped += store.retention().run().size();
            if (run == RUNS_MAX) {
                throw new IllegalStateException(
                        "Not given up: " + store.retention().held());
            }
        }
    }

    private void pass(String load) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) (windowSeconds.getOrDefault(load, SECONDS_FIRST) * 1000));
    }

    private void add(String load, boolean purging, PurgeLoad.Window window) {
        results.add(key(load, purging), window.eventsPerSecond());
        if (purging) {
            windowSeconds.put(load, window.seconds());
        } else if (load.equals(PEAK)) {
            peakPerSecond = window.eventsPerSecond();
        }
        if (warm) {
            nanos.computeIfAbsent(key(load, purging), any -> new Histogram(3)).add(window.nanos());
            System.out.printf(
                    Locale.ROOT,
                    "%s: %.1f s, p99 %.1f ms%n",
                    key(load, purging),
                    window.seconds(),
                    window.nanos().getValueAtPercentile(99) / 1e6);
        }
    }

    private void write(Extent extent) throws Exception {
        page.add("| case | p50 ms | p99 ms | largest ms |");
        page.add("|---|---:|---:|---:|");
        for (String load : List.of(PEAK, STEADY)) {
            results.compare(load + ", months are given up", key(load, true), "the same, none is", key(load, false));
            for (boolean purging : new boolean[] {true, false}) {
                Histogram all = nanos.get(key(load, purging));
                page.add(String.format(
                        Locale.ROOT,
                        "| %s | %.1f | %.1f | %.1f |",
                        key(load, purging),
                        all.getValueAtPercentile(50) / 1e6,
                        all.getValueAtPercentile(99) / 1e6,
                        all.getMaxValue() / 1e6));
            }
        }
        results.write(extent.named("purge"));
        results.print(
                "%d months of %,d arrivals given up, PostgreSQL embedded with fsync on".formatted(months, arrivals));
        Files.createDirectories(PAGE.getParent());
        Files.write(PAGE, page);
        System.out.println();
        page.forEach(System.out::println);
    }

    private static String key(String load, boolean purging) {
        return load + (purging ? ", months are given up" : ", none is given up");
    }
}
