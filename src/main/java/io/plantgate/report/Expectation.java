package io.plantgate.report;

import io.plantgate.report.Comparison.Mismatch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What each line of an acceptance file is expected to be. */
record Expectation(SortedMap<Integer, Outcome> byLine) {

    /** Every line of either side is compared: one that is only expected, or only found, is a mismatch. */
    Comparison compare(List<ReportRow> rows) {
        Map<Integer, ReportRow> found = new TreeMap<>();
        rows.forEach(row -> found.put(row.line(), row));
        SortedSet<Integer> lines = new TreeSet<>(byLine.keySet());
        lines.addAll(found.keySet());
        List<Mismatch> mismatches = lines.stream()
                .filter(line -> !Objects.equals(byLine.get(line), outcome(found.get(line))))
                .map(line -> new Mismatch(line, text(byLine.get(line)), found(found.get(line))))
                .toList();
        return new Comparison(lines.size(), mismatches);
    }

    private static Outcome outcome(ReportRow row) {
        return row == null ? null : Outcome.of(row);
    }

    private static String found(ReportRow row) {
        return row != null && row.isAboutAnEarlierEvent()
                ? "%s of event %d, which an earlier import had recorded"
                        .formatted(Wording.shown(row.verdict()), row.arrival().canonicalId())
                : text(outcome(row));
    }

    private static String text(Outcome outcome) {
        return outcome == null ? "no such line" : outcome.toString();
    }
}
