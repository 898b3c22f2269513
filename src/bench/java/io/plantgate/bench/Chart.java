package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws the ledger with intake beside its peers, as {@code target/bench/results.csv} has them of a full run, or else of a quick one of
 * that part, into {@code src/docs/chart.svg}:
 * {@code mvn -Pbench test-compile exec:exec@chart}.
 */
public final class Chart {

    private static final List<String> PARTS = List.of(Extent.FULL.named("ledger"), Extent.QUICK.named("ledger"));
    private static final Path FILE = Path.of("src", "docs", "chart.svg");

    private Chart() {}

    public static void main(String[] arguments) throws IOException {
        Files.writeString(FILE, svg(ResultsFile.STANDARD.lines()));
        System.out.println("Drawn: " + FILE);
    }

    static String svg(List<ResultsFile.Line> lines) {
        List<ResultsFile.Line> compared = PARTS.stream()
                .map(part -> compared(lines, part + ": ledger with intake"))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "target/bench/results.csv: no row of the ledger with intake. Measure first: mvn -Pbench verify -Dbench.only=ledger"));
        List<BarChart.Bar> bars = new ArrayList<>();
        bars.add(new BarChart.Bar(
                "Plantgate: ledger with intake", compared.get(0).eventsPerSecond(), true));
        compared.forEach(line -> bars.add(new BarChart.Bar(line.peer(), line.peersPerSecond(), false)));
        bars.sort(Comparator.comparingDouble(BarChart.Bar::value).reversed());
        return BarChart.svg("First arrivals per second, one machine, fsync on", bars);
    }

    private static List<ResultsFile.Line> compared(List<ResultsFile.Line> lines, String name) {
        return lines.stream().filter(line -> line.name().equals(name)).toList();
    }
}
