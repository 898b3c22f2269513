package io.plantgate.report;

import io.plantgate.event.VisibleText;
import io.plantgate.ledger.Verdict;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report for a terminal. */
final class ConsoleReport {

    private final AcceptanceReport report;
    private final PrintWriter out;

    private ConsoleReport(AcceptanceReport report, PrintWriter out) {
        this.report = report;
        this.out = out;
    }

    static void print(AcceptanceReport report, PrintWriter out) {
        new ConsoleReport(report, out).print();
        out.flush();
    }

    private void print() {
        arrivals();
        proofs();
        generations();
        conflicts();
        toBeCompleted();
        totals();
        comparison();
    }

    private void arrivals() {
        heading("Arrivals of " + report.file() + ", read by profile "
                + report.profile().profile());
        TextTable table = new TextTable(
                "line",
                "source",
                "transitionId",
                "bootId",
                "SourceTimestamp",
                "arrivalAt",
                "decision",
                "reason",
                "late",
                "recurrence of",
                "payload hash",
                "raw hash",
                "arrival id",
                "canonical id");
        report.rows().forEach(row -> addArrival(table, row));
        print(table);
    }

    private static void addArrival(TextTable table, ReportRow row) {
        DecidedArrival arrival = row.arrival();
        table.add(
                Integer.toString(row.line()),
                Shown.text(arrival.source()),
                Shown.text(arrival.transitionId()),
                Shown.text(arrival.bootId()),
                Shown.text(arrival.sourceTimestamp()),
                Shown.time(row.arrivalAt()),
                Wording.shown(row.verdict()),
                Shown.text(arrival.reason()),
                arrival.late() ? "late" : Shown.NOTHING,
                Shown.number(arrival.recurrenceOf()),
                Shown.hash(arrival.payloadHash()),
                Shown.hash(arrival.rawHash()),
                Long.toString(arrival.arrivalId()),
                Shown.number(arrival.canonicalId()));
    }

    private void proofs() {
        heading("Proof of each line");
        TextTable table = new TextTable("line", "row id", "query");
        report.rows()
                .forEach(row -> table.add(
                        Integer.toString(row.line()),
                        Long.toString(row.proof().rowId()),
                        row.proof().query()));
        print(table);
    }

    private void generations() {
        heading("Boot generations in order of first sight");
        report.generations().stream()
                .collect(Collectors.groupingBy(
                        BootGeneration::device,
                        LinkedHashMap::new,
                        Collectors.mapping(BootGeneration::bootId, Collectors.joining(", "))))
                .forEach((device, boots) -> out.println(Shown.text(device) + ": " + Shown.text(boots)));
    }

    private void conflicts() {
        heading("DuplicateConflict: to be settled by a person");
        report.conflicts().forEach(this::conflict);
        if (report.conflicts().isEmpty()) {
            out.println("none");
        }
    }

    private void conflict(ConflictItem item) {
        out.println("work item " + item.workItemId() + ": " + Shown.text(item.source()) + ", "
                + Shown.text(item.transitionId()) + ", " + Shown.text(item.bootId()));
        out.println("  first   " + item.firstHash() + "  arrival " + item.canonicalId() + " at "
                + time(item.firstArrivalAt()));
        item.arrivals()
                .forEach(other -> out.println("  other   " + item.otherHash() + "  arrival " + other.arrivalId()
                        + " at " + time(other.arrivalAt())));
        item.differences()
                .forEach(difference -> out.println("  field   " + VisibleText.of(difference.field(), 200) + ": "
                        + Shown.text(difference.first()) + " / " + Shown.text(difference.other())));
    }

    private void toBeCompleted() {
        heading("IdentityIncomplete: to be completed by a person");
        if (report.count(Verdict.INCOMPLETE) == 0) {
            out.println("none");
            return;
        }
        TextTable table = new TextTable("line", "arrival id", "work item", "reason", "what to do");
        report.rows(Verdict.INCOMPLETE)
                .forEach(row -> table.add(
                        Integer.toString(row.line()),
                        Long.toString(row.arrival().arrivalId()),
                        Shown.number(row.arrival().workItemId()),
                        Shown.text(row.arrival().reason()),
                        Shown.text(row.arrival().reasonDetail())));
        print(table);
    }

    private void totals() {
        heading("Counted apart");
        Totals totals = report.totals();
        out.println("source events " + totals.sourceEvents() + ", arrivals " + totals.arrivals()
                + ", notification attempts " + totals.attempts());
        out.println(Stream.of(Verdict.values())
                .map(verdict -> report.count(verdict) + " " + Wording.shown(verdict))
                .collect(Collectors.joining(", ")));
    }

    private void comparison() {
        report.comparison().ifPresent(comparison -> {
            heading("Against the expectation");
            report.remarkOnEarlierEvents().ifPresent(out::println);
            comparison.mismatches().forEach(out::println);
            out.println(comparison.lines() - comparison.mismatches().size() + " of " + comparison.lines()
                    + " lines as expected");
        });
    }

    private void heading(String text) {
        out.println();
        out.println("== " + text);
    }

    private void print(TextTable table) {
        table.lines().forEach(out::println);
    }

    private String time(Instant time) {
        return Shown.time(time, report.offset());
    }
}
