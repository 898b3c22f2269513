package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import io.plantgate.report.ConflictItem.OtherArrival;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What people have to settle, to complete or to know. */
final class PeopleSections {

    private final AcceptanceReport report;

    private PeopleSections(AcceptanceReport report) {
        this.report = report;
    }

    static void write(AcceptanceReport report, Html main) {
        PeopleSections sections = new PeopleSections(report);
        sections.conflicts(main);
        sections.toBeCompleted(main);
        sections.generations(main);
    }

    private void conflicts(Html main) {
        main.element("h2", "Conflicts to be settled")
                .element(
                        "p",
                        "DuplicateConflict: one identity, two contents. The first stays as it is until a person decides.",
                        "class",
                        "lead");
        if (report.conflicts().isEmpty()) {
            main.element("p", "None.");
        }
        report.conflicts()
                .forEach(item -> main.element("article", card -> conflict(card, item), "class", "card conflict"));
    }

    private void conflict(Html card, ConflictItem item) {
        card.element(
                "h3",
                "Work item " + item.workItemId() + ": " + Shown.text(item.source()) + ", "
                        + Shown.text(item.transitionId()) + ", " + Shown.text(item.bootId()));
        card.element(
                "table",
                table -> {
                    table.element("thead", head -> headings(head, "", "Arrival", "arrivalAt", "Payload hash"));
                    table.element("tbody", body -> {
                        conflictRow(
                                body,
                                "first, stays",
                                item.canonicalId(),
                                time(item.firstArrivalAt()),
                                item.firstHash());
                        item.arrivals().forEach(other -> otherRow(body, item, other));
                    });
                },
                "class",
                "plain");
        card.element(
                "table",
                table -> {
                    table.element("thead", head -> headings(head, "Field", "First", "Other"));
                    table.element(
                            "tbody", body -> item.differences().forEach(difference -> differenceRow(body, difference)));
                },
                "class",
                "plain");
        card.element("p", proof -> proof.element("code", Proof.itemOf(item)), "class", "soft");
    }

    private void otherRow(Html body, ConflictItem item, OtherArrival other) {
        conflictRow(body, "other", other.arrivalId(), time(other.arrivalAt()), item.otherHash());
    }

    private static void conflictRow(Html body, String which, long arrivalId, String at, String hash) {
        body.element("tr", row -> row.element("td", which)
                .element("td", Long.toString(arrivalId), "class", "mono")
                .element("td", at, "class", "mono")
                .element("td", hash, "class", "mono hash"));
    }

    private static void differenceRow(Html body, FieldDifference difference) {
        body.element("tr", row -> row.element("th", Shown.text(difference.field()), "scope", "row")
                .element("td", Shown.text(difference.first()), "class", "mono")
                .element("td", Shown.text(difference.other()), "class", "mono"));
    }

    private void toBeCompleted(Html main) {
        main.element("h2", "To be completed")
                .element(
                        "p",
                        "IdentityIncomplete: without all three parts nothing can tell whether two arrivals are one event, "
                                + "so each is kept and none is merged.",
                        "class",
                        "lead");
        List<ReportRow> rows = report.rows(Verdict.INCOMPLETE);
        if (rows.isEmpty()) {
            main.element("p", "None.");
            return;
        }
        main.element(
                "table",
                table -> {
                    table.element(
                            "thead", head -> headings(head, "Line", "Arrival", "Work item", "Reason", "What to do"));
                    table.element("tbody", body -> rows.forEach(row -> incompleteRow(body, row)));
                },
                "class",
                "plain");
    }

    private static void incompleteRow(Html body, ReportRow row) {
        DecidedArrival arrival = row.arrival();
        body.element("tr", cells -> cells.element("td", Integer.toString(row.line()))
                .element("td", Long.toString(arrival.arrivalId()), "class", "mono")
                .element("td", Shown.number(arrival.workItemId()), "class", "mono")
                .element("td", Shown.text(arrival.reason()), "class", "mono")
                .element("td", Shown.text(arrival.reasonDetail())));
    }

    private void generations(Html main) {
        main.element("h2", "Boot generations")
                .element(
                        "p",
                        "Per device, in order of first sight. A new bootId opens a generation; it is not yet a new alarm.",
                        "class",
                        "lead");
        Map<String, List<BootGeneration>> byDevice = report.generations().stream()
                .collect(Collectors.groupingBy(BootGeneration::device, LinkedHashMap::new, Collectors.toList()));
        main.element(
                "div",
                grid -> byDevice.forEach((device, boots) ->
                        grid.element("article", card -> device(card, device, boots), "class", "card")),
                "class",
                "generations");
    }

    private void device(Html card, String device, List<BootGeneration> boots) {
        card.element("h3", Shown.text(device)).element("ol", list -> boots.forEach(boot -> generation(list, boot)));
    }

    private void generation(Html list, BootGeneration boot) {
        list.element("li", item -> item.element("span", Shown.text(boot.bootId()), "class", "mono")
                .element(
                        "span",
                        "arrival " + boot.firstArrivalId() + ", " + evidence(boot) + ", " + time(boot.firstArrivalAt()),
                        "class",
                        "mono soft"));
    }

    private static String evidence(BootGeneration boot) {
        return boot.bootObservedBy() == null ? "by an event" : "by its boot message " + boot.bootObservedBy();
    }

    private static void headings(Html head, String... names) {
        head.element("tr", row -> List.of(names).forEach(name -> row.element("th", name, "scope", "col")));
    }

    private String time(Instant time) {
        return Shown.time(time, report.offset());
    }
}
