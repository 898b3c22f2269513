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
        Map<Integer, Outcome> found = new TreeMap<>();
        rows.forEach(row -> found.put(row.line(), Outcome.of(row)));
        SortedSet<Integer> lines = new TreeSet<>(byLine.keySet());
        lines.addAll(found.keySet());
        List<Mismatch> mismatches = lines.stream()
                .filter(line -> !Objects.equals(byLine.get(line), found.get(line)))
                .map(line -> new Mismatch(line, text(byLine.get(line)), text(found.get(line))))
                .toList();
        return new Comparison(lines.size(), mismatches);
    }

    private static String text(Outcome outcome) {
        return outcome == null ? "no such line" : outcome.toString();
    }
}
