package io.plantgate.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a store costs that holds {@code -Dbench.growth=1000000} events (the default; 100,000 if quick) against one that holds few, at most
 * 1,000,000: first arrivals, duplicates and conflicts, with ids that count and with ids that are random; the log that PostgreSQL
 * writes for it, and the room that tables and indexes take. Ready-made events, each first one with one effect.
 */
final class GrowthBench {

    private static final int ROUNDS = 5;
    private static final int STORED_MIN = 20_000;
    private static final int RUN_MAX = 200_000;
    private static final int FEW_MAX = 1_000_000;
    private static final Path PAGE = Path.of("target", "bench", "growth.md");

    private final int many;
    private final int fewStored;
    private final int run;
    private final Results results = new Results();
    private final Map<String, List<Double>> walBytes = new HashMap<>();
    private final List<String> page = new ArrayList<>();

    private GrowthBench(int many) {
        this.many = many;
        // All rounds together add less than what was stored before them.
        this.fewStored = Math.min(FEW_MAX, many / 20);
        this.run = Math.min(RUN_MAX, many / 20);
    }

    static void run(Extent extent) throws Exception {
        int many = Integer.getInteger("bench.growth", extent.isFull() ? 1_000_000 : 100_000);
        if (many < STORED_MIN) {
            throw new IllegalArgumentException(
                    "-Dbench.growth=%d: the store has to hold %,d events or more.".formatted(many, STORED_MIN));
        }
        new GrowthBench(many).measure();
    }

    private void measure() throws Exception {
        try (GrowthStore few = new GrowthStore();
                GrowthStore grown = new GrowthStore()) {
            for (GrowthIds ids : GrowthIds.values()) {
                long start = System.nanoTime();
                grown.fill(ids, many);
                System.out.printf(
                        Locale.ROOT, "%,d %s filled in %.0f s%n", many, ids.title(), (System.nanoTime() - start) / 1e9);
                addSizes(ids, grown.sizes());
                rounds(ids, few, grown);
            }
        }
        compare();
        results.write("growth to %,d".formatted(many));
        results.print(
                "%,d events a run, %,d stored before the first, PostgreSQL embedded with fsync on and 4 GB of shared buffers"
                        .formatted(run, many));
        Files.createDirectories(PAGE.getParent());
        Files.write(PAGE, page);
        page.forEach(System.out::println);
    }

    private void rounds(GrowthIds ids, GrowthStore few, GrowthStore grown) throws Exception {
        // The first round only warms the machine and the servers up.
        for (int round = 0; round <= ROUNDS; round++) {
            results.discardIf(round == 0);
            few.fill(ids, fewStored);
            for (GrowthMix mix : GrowthMix.values()) {
                runBoth(mix, ids, few, grown, round);
            }
        }
    }

    // Who comes first takes turns: what the one leaves behind may burden the other.
    private void runBoth(GrowthMix mix, GrowthIds ids, GrowthStore few, GrowthStore grown, int round) throws Exception {
        for (int turn = 0; turn < 2; turn++) {
            boolean fewNow = (round + turn) % 2 == 0;
            GrowthStore.Run measured = (fewNow ? few : grown).run(mix, run);
            add(key(mix, ids, fewNow ? fewStored : many), measured, round > 0);
        }
    }

    private void add(String key, GrowthStore.Run measured, boolean counts) {
        results.add(key, measured.eventsPerSecond());
        if (counts) {
            walBytes.computeIfAbsent(key, any -> new ArrayList<>()).add(measured.walBytes());
        }
    }

    private void compare() {
        page.add("");
        page.add("| case | WAL bytes per event, %,d stored | %,d stored |".formatted(fewStored, many));
        page.add("|---|---:|---:|");
        for (GrowthIds ids : GrowthIds.values()) {
            for (GrowthMix mix : GrowthMix.values()) {
                String measured = mix.title() + ", " + ids.title();
                results.compare(
                        measured,
                        key(mix, ids, many),
                        "the same, %,d stored".formatted(fewStored),
                        key(mix, ids, fewStored));
                page.add(String.format(
                        Locale.ROOT,
                        "| %s | %,.0f | %,.0f |",
                        measured,
                        median(key(mix, ids, fewStored)),
                        median(key(mix, ids, many))));
            }
        }
    }

    private void addSizes(GrowthIds ids, List<String> sizes) {
        page.add("");
        page.add("| %,d stored, %s | MB | bytes per event |".formatted(many, ids.title()));
        page.add("|---|---:|---:|");
        for (String size : sizes) {
            String[] named = size.split("\\|");
            long bytes = Long.parseLong(named[1]);
            page.add(String.format(
                    Locale.ROOT, "| %s | %,.1f | %.0f |", named[0], bytes / 1048576.0, bytes / (double) many));
        }
    }

    private double median(String key) {
        List<Double> sorted = walBytes.get(key).stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static String key(GrowthMix mix, GrowthIds ids, int stored) {
        return "%s, %s, %,d stored".formatted(mix.title(), ids.title(), stored);
    }
}
