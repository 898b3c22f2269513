package io.plantgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.plantgate.event.RawBytes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report's files hold, also where devices send what a page, a spreadsheet or SQL would take for its own. */
class ReportFilesTest {

    private static final String AT = "{\"arrivalAt\": \"2026-03-02T08:00:12.180+08:00\", \"payload\": ";

    private static final String MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>";

    @TempDir
    private static Path directory;

    private static AcceptanceRun run;
    private static AcceptanceReport report;
    private static AcceptanceReport hostile;

    @BeforeAll
    static void importBoth() throws Exception {
        run = new AcceptanceRun();
        report = run.importCases();
        Acceptance.write(report, directory.resolve("cases"));
        hostile = run.importLines(
                directory,
                AT + "{\"source\": \"" + MARKUP
                        + "/Trip\", \"transitionId\": \"' onclick='x\", \"bootId\": \"\\\"><b>\"," + " \"" + MARKUP
                        + "\": \"1\"}}",
                AT + "{\"source\": \"" + MARKUP
                        + "/Trip\", \"transitionId\": \"' onclick='x\", \"bootId\": \"\\\"><b>\"," + " \"" + MARKUP
                        + "\": \"" + MARKUP + "\"}}",
                AT + "{\"" + MARKUP + "\": 1, \"" + MARKUP + "\": 2}}",
                AT + "{\"source\": \"=1+1\", \"transitionId\": \"@x\", \"SourceTimestamp\": \"" + MARKUP + "\"}}");
        Acceptance.write(hostile, directory.resolve("hostile"));
    }

    @AfterAll
    static void close() {
        run.close();
    }

    @Test
    void nothingThatADeviceSentIsMarkupOnThePage() throws Exception {
        String page = read("hostile/report.html");

        assertThat(page).contains("&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;");
        assertThat(page).doesNotContain("<script>alert", "<img", "<b>\"", "' onclick=");
        assertThat(Pattern.compile("<script").matcher(page).results()).hasSize(1);
    }

    @Test
    void thePageLoadsNothingAndRunsOnlyItsOwnScript() throws Exception {
        String page = read("cases/report.html");
        String script = page.substring(page.indexOf("<script>") + 8, page.indexOf("</script>"));
        byte[] hash = RawBytes.sha256(script.getBytes(StandardCharsets.UTF_8));

        assertThat(page).doesNotContain("http:", "https:", "src=", "<link", "url(", "@import");
        assertThat(page)
                .contains("default-src 'none'", "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }

    @Test
    @Tag("E-69")
    void everyArrivalCarriesTheNumbersByWhichThePageSorts() throws Exception {
        List<MatchResult> rows = Pattern.compile("<tbody class=\"(\\w+)\" data-line=\"(\\d+)\" data-decision=\"(\\d)\""
                        + " data-generation=\"(\\d+)\" data-arrival=\"(\\d+)\">")
                .matcher(read("cases/report.html"))
                .results()
                .toList();

        assertThat(rows).hasSize(35);
        assertThat(rows)
                .filteredOn(row -> row.group(1).equals("conflict"))
                .extracting(row -> row.group(3))
                .containsOnly("2");
        assertThat(generations(rows, 1, 3, 14, 32)).isSorted().doesNotHaveDuplicates();
        assertThat(generations(rows, 1, 2, 17))
                .containsOnly(generations(rows, 1).get(0));
        assertThat(rows).extracting(row -> Long.parseLong(row.group(5))).isSorted();
        assertThat(read("cases/report.html"))
                .contains("data-by=\"decision\"", "data-by=\"generation\"", "data-by=\"arrival\"");
    }

    @Test
    void decisionsAreShownInTheWordsForPeople() throws Exception {
        assertThat(read("cases/report.html"))
                .contains("DuplicateConflict", "IdentityIncomplete", "Generation unknown", "35 of 35 lines match");
    }

    @Test
    void theCsvFileHasEveryLineWithWholeHashesAndItsQuery() throws Exception {
        List<NamedCsvRecord> rows = csv("cases/report.csv");

        assertThat(rows).hasSize(35);
        assertThat(rows.get(6).getField("decision")).isEqualTo("CONFLICT");
        assertThat(rows.get(6).getField("duplicate_of_line")).isEqualTo("6");
        assertThat(rows.get(6).getField("payload_hash")).hasSize(64);
        assertThat(rows.get(6).getField("query")).contains(rows.get(6).getField("row_id"));
        assertThat(rows.get(9).getField("reason")).isEqualTo("MISSING_BOOT_ID");
        assertThat(rows.get(16).getField("late")).isEqualTo("true");
    }

    @Test
    void aCellThatASpreadsheetWouldRunIsText() throws Exception {
        NamedCsvRecord row = csv("hostile/report.csv").get(3);

        assertThat(row.getField("source")).isEqualTo("'=1+1");
        assertThat(row.getField("transition_id")).isEqualTo("'@x");
    }

    @Test
    @Tag("E-31")
    void everyQueryOfTheScriptRunsAndShowsSomething() throws Exception {
        Stream<String> queries = Stream.of("cases/queries.sql", "hostile/queries.sql")
                .flatMap(file -> read(file).lines())
                .filter(line -> line.startsWith("select"));

        assertThat(queries).hasSizeGreaterThan(35 + 13).allSatisfy(query -> assertThat(
                        run.sql().sql(query).query().listOfRows())
                .as(query)
                .isNotEmpty());
        assertThat(read("hostile/queries.sql")).contains("transition_id = ''' onclick=''x'");
    }

    @Test
    void theTerminalShowsEveryLineAndNoControlCharacter() {
        StringWriter text = new StringWriter();
        ConsoleReport.print(report, new PrintWriter(text));

        assertThat(text.toString())
                .contains("PUMP-07: B17, B18, B20, B16", "35 of 35 lines as expected", "notification attempts 0")
                .contains("field   severity: High / Low");
        assertThat(text.toString().lines()).noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
    }

    private static List<Integer> generations(List<MatchResult> rows, int... lines) {
        return IntStream.of(lines)
                .mapToObj(line -> Integer.valueOf(rows.get(line - 1).group(4)))
                .toList();
    }

    private static List<NamedCsvRecord> csv(String file) throws Exception {
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(directory.resolve(file))) {
            return rows.stream().toList();
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
