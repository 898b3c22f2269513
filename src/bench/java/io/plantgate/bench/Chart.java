package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws the ledger with intake beside its peers, as {@code target/bench/results.csv} has them, into {@code src/docs/chart.svg}:
 * {@code mvn -Pbench test-compile exec:exec@chart}.
 */
public final class Chart {

    private static final String OURS = "ledger: ledger with intake";
    private static final Path FILE = Path.of("src", "docs", "chart.svg");

    private Chart() {}

    public static void main(String[] arguments) throws IOException {
        Files.writeString(FILE, svg(ResultsFile.STANDARD.lines()));
        System.out.println("Drawn: " + FILE);
    }

    static String svg(List<ResultsFile.Line> lines) {
        List<ResultsFile.Line> compared =
                lines.stream().filter(line -> line.name().equals(OURS)).toList();
        if (compared.isEmpty()) {
            throw new IllegalStateException(
                    "target/bench/results.csv: no row \"%s\". Measure first: mvn -Pbench verify -Dbench.only=ledger"
                            .formatted(OURS));
        }
        List<BarChart.Bar> bars = new ArrayList<>();
        bars.add(new BarChart.Bar(
                "Plantgate: ledger with intake", compared.get(0).eventsPerSecond(), true));
        compared.forEach(line -> bars.add(new BarChart.Bar(line.peer(), line.peersPerSecond(), false)));
        bars.sort(Comparator.comparingDouble(BarChart.Bar::value).reversed());
        return BarChart.svg("First arrivals per second, one machine, fsync on", bars);
    }
}
