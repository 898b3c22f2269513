package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** How long messages took, case after case. */
final class Latencies {

    private static final CasesFile FILE = new CasesFile(
            Path.of("target", "bench", "latency.csv"),
            List.of("case", "events_per_second", "p50_ms", "p99_ms", "p999_ms"));

    private final List<Row> rows = new ArrayList<>();

    private record Row(String measured, double perSecond, Histogram nanos) {
        double millis(double percentile) {
            return nanos.getValueAtPercentile(percentile) / 1e6;
        }

        List<String> fields() {
            return List.of(
                    measured,
                    "%.0f".formatted(perSecond),
                    String.format(Locale.ROOT, "%.2f", millis(50)),
                    String.format(Locale.ROOT, "%.2f", millis(99)),
                    String.format(Locale.ROOT, "%.2f", millis(99.9)));
        }
    }

    void add(String measured, double perSecond, Histogram nanos) {
        rows.add(new Row(measured, perSecond, nanos));
    }

    /** Into the file, in the place of what the same part has left there. */
    void write(String part) throws IOException {
        FILE.replace(part, rows.stream().map(Row::fields).toList());
    }

    void print() {
        System.out.println("| case | events/s | p50 ms | p99 ms | p99.9 ms |");
        System.out.println("|---|---:|---:|---:|---:|");
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %.1f | %.1f | %.1f |%n",
                    row.measured(),
                    row.perSecond(),
                    row.millis(50),
                    row.millis(99),
                    row.millis(99.9));
        }
    }
}
