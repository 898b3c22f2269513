package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All results as one table, under what they were measured on. */
final class ResultsPage {

    private static final Path FILE = Path.of("target", "bench", "results.md");

    private ResultsPage() {}

    static void write(Map<String, String> machine, List<ResultsFile.Line> lines) throws IOException {
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, text(machine, lines));
    }

    static String text(Map<String, String> machine, List<ResultsFile.Line> lines) {
        StringBuilder page = new StringBuilder("# Measured\n\n");
        machine.forEach((name, value) ->
                page.append("- ").append(name).append(": ").append(value).append('\n'));
        page.append("\nA part that was not run this time is here with the figures of its last run.\n\n");
        page.append("| case | events/s | peer | peer's events/s | ratio |\n|---|---:|---|---:|---:|\n");
        lines.forEach(line -> page.append(row(line)));
        return page.toString();
    }

    private static String row(ResultsFile.Line line) {
        String compared = line.peer().isEmpty()
                ? "|  |  |"
                : String.format(Locale.ROOT, "| %,.0f | %.2f |", line.peersPerSecond(), line.ratio());
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %s %s%n",
                line.name().replace("|", "\\|"),
                line.eventsPerSecond(),
                line.peer().replace("|", "\\|"),
                compared);
    }
}
