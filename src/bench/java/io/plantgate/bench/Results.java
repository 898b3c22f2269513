package io.plantgate.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Medians of interleaved rounds, and ratios between them. */
final class Results {

    private final Map<String, List<Double>> perSecond = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private boolean discarding;

    private record Row(String measured, double eventsPerSecond, String peer, double peersPerSecond) {
        double ratio() {
            return eventsPerSecond / peersPerSecond;
        }

        ResultsFile.Line line() {
            return new ResultsFile.Line(measured, eventsPerSecond, peer, ratio());
        }
    }

    void discardIf(boolean warmingUp) {
        discarding = warmingUp;
    }

    void add(String key, double eventsPerSecond) {
        if (!discarding) {
            perSecond.computeIfAbsent(key, any -> new ArrayList<>()).add(eventsPerSecond);
            System.out.printf(Locale.ROOT, "%s: %,.0f/s%n", key, eventsPerSecond);
        }
    }

    void compare(String measured, String key, String peer, String peerKey) {
        rows.add(new Row(measured, median(key), peer, median(peerKey)));
    }

    private double median(String key) {
        List<Double> sorted = perSecond.get(key).stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /** Into the file of all parts, in the place of what this one has left there. */
    void write(String part) throws IOException {
        ResultsFile.STANDARD.replace(part, rows.stream().map(Row::line).toList());
    }

    /** @param run what one run was */
    void print(String run) {
        System.out.printf(
                Locale.ROOT,
                "%n%s, median of %d rounds, %d processors (load %.1f), Java %s%n%n",
                run,
                perSecond.values().iterator().next().size(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.version().feature());
        System.out.println("| case | events/s | peer | peer's events/s | ratio |");
        System.out.println("|---|---:|---|---:|---:|");
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %s | %,.0f | %.2f |%n",
                    row.measured(),
                    row.eventsPerSecond(),
                    row.peer(),
                    row.peersPerSecond(),
                    row.ratio());
        }
    }
}
