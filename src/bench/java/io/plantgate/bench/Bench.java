package io.plantgate.bench;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Measures: same messages, same servers, {@code fsync} on, interleaved rounds, medians. {@code mvn -Pbench verify},
 * quicker with {@code -Dbench.quick=true}, one part with {@code -Dbench.only=ledger}, {@code latency}, {@code
 * sequences}, {@code flink}, {@code transports}, {@code effects}, {@code scans}, {@code growth}, {@code purge} or {@code nodes}. Prints tables; what was measured in events per second goes to {@code
 * target/bench/results.csv}, and as one table with the machine it was measured on to {@code target/bench/results.md}.
 */
public final class Bench {

    private static final List<Part> PARTS = List.of(
            new Part("ledger", LedgerBench::run),
            new Part("latency", LatencyBench::run),
            new Part("sequences", SequenceBench::run),
            new Part("flink", FlinkBench::run),
            new Part("transports", TransportBench::run),
            new Part("effects", EffectBench::run),
            new Part("scans", ScanBench::run),
            new Part("growth", GrowthBench::run),
            new Part("purge", PurgeBench::run),
            new Part("nodes", NodesBench::run));

    private Bench() {}

    private record Part(String name, Measuring measuring) {}

    @FunctionalInterface
    private interface Measuring {
        void run(boolean quick) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        boolean quick = Boolean.getBoolean("bench.quick");
        for (Part part : parts(System.getProperty("bench.only", ""))) {
            part.measuring().run(quick);
        }
        ResultsPage.write(Machine.facts(), ResultsFile.STANDARD.lines());
    }

    private static List<Part> parts(String only) {
        List<Part> wanted = PARTS.stream()
                .filter(part -> only.isBlank() || part.name().equals(only))
                .toList();
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("-Dbench.only=%s: no such part. There are %s."
                    .formatted(only, PARTS.stream().map(Part::name).collect(Collectors.joining(", "))));
        }
        return wanted;
    }
}
