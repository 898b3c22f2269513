package io.plantgate.report;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Every arrival with its decision, what that means, and its proof; rows carry the numbers by which a page can sort. */
final class ArrivalsSection {

    private static final List<String> HEADINGS = List.of(
            "Line",
            "Decision",
            "Source",
            "transitionId",
            "bootId",
            "SourceTimestamp",
            "arrivalAt",
            "Late, recurrence",
            "Payload hash",
            "Raw hash",
            "Arrival",
            "Event");

    private final AcceptanceReport report;

    private ArrivalsSection(AcceptanceReport report) {
        this.report = report;
    }

    static void write(AcceptanceReport report, Html main) {
        new ArrivalsSection(report).write(main);
    }

    private void write(Html main) {
        main.element("h2", "Arrivals")
                .element("div", ArrivalsSection::sort, "class", "sort", "hidden", "")
                .element(
                        "div",
                        wide -> wide.element("table", this::table, "class", "arrivals", "id", "arrivals"),
                        "class",
                        "wide");
    }

    private static void sort(Html bar) {
        bar.element("span", "Sort by", "class", "soft");
        button(bar, "line", "file order", "true");
        button(bar, "decision", "decision", "false");
        button(bar, "generation", "generation", "false");
        button(bar, "arrival", "arrival time", "false");
    }

    private static void button(Html bar, String key, String name, String pressed) {
        bar.element("button", name, "type", "button", "data-by", key, "aria-pressed", pressed);
    }

    private void table(Html table) {
        table.element(
                "thead",
                head -> head.element("tr", row -> HEADINGS.forEach(name -> row.element("th", name, "scope", "col"))));
        report.rows()
                .forEach(row -> table.element(
                        "tbody",
                        body -> body.element("tr", cells -> cells(cells, row))
                                .element("tr", story -> story(story, row)),
                        "class",
                        HtmlReport.styleOf(row.verdict()),
                        "data-line",
                        Integer.toString(row.line()),
                        "data-decision",
                        Integer.toString(row.verdict().ordinal()),
                        "data-generation",
                        Integer.toString(generationRank(row)),
                        "data-arrival",
                        Long.toString(ChronoUnit.MICROS.between(
                                Instant.EPOCH, row.arrival().arrivalAt()))));
    }

    /** Generations by device, then in order of first sight; what has none comes last. */
    private int generationRank(ReportRow row) {
        BootGeneration generation = row.generation();
        return generation == null
                ? report.generations().size()
                : report.generations().indexOf(generation);
    }

    private static void cells(Html cells, ReportRow row) {
        DecidedArrival arrival = row.arrival();
        cells.element("td", Integer.toString(row.line()), "class", "number")
                .element("td", cell -> decision(cell, row))
                .element("td", Shown.text(arrival.source()))
                .element("td", Shown.text(arrival.transitionId()), "class", "mono")
                .element("td", Shown.text(arrival.bootId()), "class", "mono")
                .element("td", cell -> sourceTime(cell, arrival.sourceTimestamp()), "class", "mono")
                .element("td", cell -> time(cell, row.arrivalAt()), "class", "mono")
                .element("td", cell -> marks(cell, arrival))
                .element("td", Shown.hash(arrival.payloadHash()), "class", "mono")
                .element("td", Shown.hash(arrival.rawHash()), "class", "mono")
                .element("td", Long.toString(arrival.arrivalId()), "class", "number mono")
                .element("td", Shown.number(arrival.canonicalId()), "class", "number mono");
    }

    private static void decision(Html cell, ReportRow row) {
        cell.element("span", Wording.shown(row.verdict()), "class", "decision");
        if (row.arrival().reason() != null) {
            cell.element("span", Shown.text(row.arrival().reason()), "class", "below mono");
        }
    }

    private static void marks(Html cell, DecidedArrival arrival) {
        if (arrival.late()) {
            cell.element("span", "late", "class", "mark").text(" ");
        }
        if (arrival.recurrenceOf() != null) {
            cell.element("span", "recurrence", "class", "mark")
                    .element("span", "of " + arrival.recurrenceOf(), "class", "below mono");
        }
    }

    private static void time(Html cell, OffsetDateTime time) {
        twoLines(cell, Shown.time(time));
    }

    private static void sourceTime(Html cell, String asSent) {
        twoLines(cell, Shown.text(asSent));
    }

    /** Day and time of day under each other where the text is written so; else as it is. */
    private static void twoLines(Html cell, String time) {
        int t = time.indexOf('T');
        if (t == 10) {
            cell.element("span", time.substring(0, t), "class", "day").text(time.substring(t + 1));
        } else {
            cell.text(time);
        }
    }

    private static void story(Html story, ReportRow row) {
        story.trusted("<td></td>")
                .element(
                        "td",
                        cell -> cell.element(
                                "div",
                                parts -> parts.element("p", Wording.meaning(row))
                                        .element("code", row.proof().query()),
                                "class",
                                "story"),
                        "colspan",
                        Integer.toString(HEADINGS.size() - 1));
    }
}
