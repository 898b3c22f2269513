package io.plantgate.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Measures: same messages, same servers, {@code fsync} on, interleaved rounds, medians. {@code mvn -Pbench verify}, one part with
 * {@code -Dbench.only=ledger}, {@code latency}, {@code sequences}, {@code flink}, {@code doors}, {@code transports}, {@code
 * effects}, {@code scans}, {@code growth}, {@code purge} or {@code nodes}, that part with fewer messages with {@code -Dbench.quick=true}. Without a part {@code
 * -Dbench.quick=true} is a smoke test of a few minutes. Prints tables; what was measured in events per second goes to {@code
 * target/bench/results.csv}, and as one table with the machine it was measured on to {@code target/bench/results.md}.
 */
public final class Bench {

    private static final List<Part> PARTS = List.of(
            new Part("ledger", true, LedgerBench::run),
            new Part("latency", true, LatencyBench::run),
            new Part("sequences", false, SequenceBench::run),
            new Part("flink", false, FlinkBench::run),
            new Part("doors", true, DoorBench::run),
            new Part("transports", true, TransportBench::run),
            new Part("effects", false, EffectBench::run),
            new Part("scans", false, ScanBench::run),
            new Part("growth", false, GrowthBench::run),
            new Part("purge", false, PurgeBench::run),
            new Part("nodes", false, NodesBench::run));

    private static final String SMOKE_TEST = """

            This was a smoke test of the benchmark: few messages, on a JVM that has only just started and is still compiling. Its
            figures are not those of the README, and stand in the files as (smoke test). To measure: one part with -Dbench.only=NAME
            -Dbench.quick=true, or all without -Dbench.quick.
            """;

    private Bench() {}

    /** @param ofSmokeTest true if it carries what is promised of speed, and is tried in short with the others that do */
    private record Part(String name, boolean ofSmokeTest, Measuring measuring) {}

    @FunctionalInterface
    private interface Measuring {
        void run(Extent extent) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        String only = System.getProperty("bench.only", "");
        Extent extent = Extent.of(Boolean.getBoolean("bench.quick"), only);
        long start = System.nanoTime();
        for (Part part : parts(extent, only)) {
            part.measuring().run(extent);
        }
        ResultsPage.write(Machine.facts(), ResultsFile.STANDARD.lines());
        System.out.printf(Locale.ROOT, "%nMeasured for %.0f s.%n", (System.nanoTime() - start) / 1e9);
        if (extent == Extent.SMOKE) {
            System.out.print(SMOKE_TEST);
        }
    }

    private static List<Part> parts(Extent extent, String only) {
        List<Part> wanted = PARTS.stream()
                .filter(part -> only.isBlank()
                        ? extent.isFull() || part.ofSmokeTest()
                        : part.name().equals(only))
                .toList();
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("-Dbench.only=%s: no such part. There are %s."
                    .formatted(only, PARTS.stream().map(Part::name).collect(Collectors.joining(", "))));
        }
        return wanted;
    }
}
