package io.plantgate.report;

import io.plantgate.event.EventIdentity;
import java.util.ArrayList;
import java.util.List;

/** Every query that shows a result, as one SQL script. */
final class QueriesFile {

    private static final String HEAD = """
            -- What became of %s: each statement shows one result. Run it with psql on the store of the import.
            -- canonical_event, duplicate_log, conflict_log, incomplete_list and canonical_summary are views.
            """;

    private QueriesFile() {}

    static String of(AcceptanceReport report) {
        List<String> lines = new ArrayList<>();
        section(lines, "Source events and arrivals, counted apart");
        lines.add(Proof.countsOf(report.rows()));
        section(lines, "Each line of the file");
        report.rows().forEach(row -> {
            lines.add("-- line " + row.line() + ": " + row.verdict() + ", row "
                    + row.proof().rowId());
            lines.add(row.proof().query());
        });
        section(lines, "Each identity: duplicates, conflicts, first and last arrival, payload hash");
        identities(report).forEach(identity -> lines.add(Proof.summaryOf(identity)));
        section(lines, "Boot generations in order of first sight");
        devices(report).forEach(device -> lines.add(Proof.generationsOf(device)));
        section(lines, "Conflicts, with both contents");
        report.conflicts().forEach(item -> lines.add(Proof.itemOf(item)));
        return HEAD.formatted(Shown.text(report.file())) + String.join("\n", lines) + "\n";
    }

    private static void section(List<String> lines, String title) {
        lines.add("");
        lines.add("-- " + title);
    }

    private static List<EventIdentity> identities(AcceptanceReport report) {
        return report.rows().stream()
                .map(ReportRow::arrival)
                .filter(DecidedArrival::isAboutAnEvent)
                .map(DecidedArrival::identity)
                .distinct()
                .toList();
    }

    private static List<String> devices(AcceptanceReport report) {
        return report.generations().stream()
                .map(BootGeneration::device)
                .distinct()
                .toList();
    }
}
