package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Stream;

/** The report as one self-contained page: nothing is loaded, everything that came from devices is escaped. */
final class HtmlReport {

    private static final PageText STYLE = PageText.named("report.css");
    private static final PageText SCRIPT = PageText.named("report.js");

    // Widths of the bar are the only styles that stand at an element.
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src "
            + SCRIPT.policySource() + "; base-uri 'none'; form-action 'none'";

    private final AcceptanceReport report;

    private HtmlReport(AcceptanceReport report) {
        this.report = report;
    }

    static String of(AcceptanceReport report) {
        return new HtmlReport(report).page();
    }

    /** The class that gives a decision its colour. */
    static String styleOf(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private String page() {
        Html html = new Html().trusted("<!DOCTYPE html>\n");
        html.element("html", page -> page.element("head", this::head).element("body", this::body), "lang", "en");
        return html + "\n";
    }

    private void head(Html head) {
        head.trusted("<meta charset=\"utf-8\">")
                .trusted("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .trusted("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">")
                .element("title", "Acceptance of " + Shown.text(report.file()))
                .element("style", style -> style.trusted(STYLE.text()));
    }

    private void body(Html body) {
        body.element("main", main -> {
            title(main);
            counts(main);
            ArrivalsSection.write(report, main);
            PeopleSections.write(report, main);
            main.element("footer", this::footer);
        });
        body.element("script", script -> script.trusted(SCRIPT.text()));
    }

    private void title(Html main) {
        main.element(
                "header",
                header -> header.element("div", this::name)
                        .element("div", this::verdict, "class", "verdict " + (fails() ? "fails" : "holds"))
                        .element("dl", this::facts, "class", "facts"),
                "class",
                "title");
    }

    private void name(Html title) {
        title.element("h1", "Acceptance of " + Shown.text(report.file()))
                .element("p", "What each arrival turned out to be, and the row that proves it.", "class", "soft");
    }

    private boolean fails() {
        return report.comparison().map(comparison -> !comparison.matches()).orElse(false);
    }

    private void verdict(Html block) {
        if (report.comparison().isEmpty()) {
            block.element("strong", "Not compared").element("span", "No expectation was given.", "class", "soft");
            return;
        }
        Comparison comparison = report.comparison().get();
        int asExpected = comparison.lines() - comparison.mismatches().size();
        block.element("strong", comparison.matches() ? "As expected" : "Not as expected")
                .element("span", asExpected + " of " + comparison.lines() + " lines match", "class", "soft");
    }

    private void facts(Html facts) {
        fact(facts, "Profile", Shown.text(report.profile().profile()));
        fact(facts, "Profile version", Shown.hash(report.profile().digest()));
        fact(facts, "Imported", Shown.time(report.madeAt().truncatedTo(ChronoUnit.SECONDS), ZoneOffset.UTC));
        fact(facts, "Arrivals kept", "every one, with its raw bytes");
    }

    private static void fact(Html facts, String name, String value) {
        facts.element("div", fact -> fact.element("dt", name).element("dd", value));
    }

    private void counts(Html main) {
        report.comparison()
                .filter(comparison -> !comparison.matches())
                .ifPresent(comparison -> mismatches(main, comparison));
        Totals totals = report.totals();
        main.element(
                "section",
                counts -> {
                    count(
                            counts,
                            totals.sourceEvents(),
                            "source events",
                            "Changes of state at a source, each named once.");
                    count(
                            counts,
                            totals.arrivals(),
                            "arrivals",
                            "Deliveries to the gateway, repeats and unreadable ones too.");
                    count(
                            counts,
                            totals.attempts(),
                            "notification attempts",
                            "Tries to tell somebody. An acceptance import plans none.");
                },
                "class",
                "counts");
        decisions(main);
    }

    private static void count(Html counts, long number, String name, String meaning) {
        counts.element("div", count -> count.element("b", Long.toString(number))
                .element("span", name)
                .element("p", meaning));
    }

    private void mismatches(Html main, Comparison comparison) {
        report.remarkOnEarlierEvents().ifPresent(remark -> main.element("p", remark, "class", "soft"));
        main.element(
                "ul",
                list -> comparison.mismatches().forEach(mismatch -> list.element("li", mismatch.toString())),
                "class",
                "failed");
    }

    private void decisions(Html main) {
        main.element(
                "div",
                bar -> present()
                        .forEach(verdict -> bar.element(
                                "i", "", "class", styleOf(verdict), "style", "flex-grow:" + report.count(verdict))),
                "class",
                "bar",
                "aria-hidden",
                "true");
        main.element(
                "ul",
                legend -> Stream.of(Verdict.values()).forEach(verdict -> entry(legend, verdict)),
                "class",
                "legend");
    }

    private Stream<Verdict> present() {
        return Stream.of(Verdict.values()).filter(verdict -> report.count(verdict) > 0);
    }

    private void entry(Html legend, Verdict verdict) {
        legend.element(
                "li", entry -> entry.element("span", Wording.shown(verdict), "class", "decision " + styleOf(verdict))
                        .text(" ")
                        .element("b", Long.toString(report.count(verdict))));
    }

    private void footer(Html footer) {
        footer.text("Events are de-duplicated once, by source, transitionId and bootId; arrivalAt never decides. "
                + "The three columns are a contract between the application and its sources. Whole hashes stand in "
                + "report.csv, all queries in queries.sql.");
    }
}
