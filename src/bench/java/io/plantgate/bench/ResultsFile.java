package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What all parts measured in events per second, in one file: columns {@code case,events_per_second,peer,ratio}, a row per case and peer. */
final class ResultsFile {

    static final ResultsFile STANDARD = new ResultsFile(Path.of("target", "bench", "results.csv"));

    private final CasesFile file;

    ResultsFile(Path file) {
        this.file = new CasesFile(file, List.of("case", "events_per_second", "peer", "ratio"));
    }

    /**
     * One line of the file.
     *
     * @param peer empty if there is none to compare with; then {@code ratio} is 0 and is not written
     * @param ratio of the case to its peer, as events per second
     */
    record Line(String name, double eventsPerSecond, String peer, double ratio) {

        Line {
            if (!(eventsPerSecond > 0) || ratio < 0 || peer.isEmpty() != (ratio == 0)) {
                throw new IllegalArgumentException(
                        "%s against \"%s\": %s/s, ratio %s".formatted(name, peer, eventsPerSecond, ratio));
            }
        }

        static Line alone(String name, double eventsPerSecond) {
            return new Line(name, eventsPerSecond, "", 0);
        }

        double peersPerSecond() {
            return eventsPerSecond / ratio;
        }

        private List<String> fields() {
            return List.of(
                    name,
                    String.format(Locale.ROOT, "%.0f", eventsPerSecond),
                    peer,
                    peer.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", ratio));
        }

        private static Line of(List<String> fields) {
            return new Line(
                    fields.get(0),
                    Double.parseDouble(fields.get(1)),
                    fields.get(2),
                    fields.get(3).isEmpty() ? 0 : Double.parseDouble(fields.get(3)));
        }
    }

    /** Puts the lines of one part in the place of those that it has left in an earlier run. */
    void replace(String part, List<Line> lines) throws IOException {
        file.replace(part, lines.stream().map(Line::fields).toList());
    }

    /** In the order of the file; none if nothing has been measured. */
    List<Line> lines() {
        return file.rows().stream().map(Line::of).toList();
    }
}
