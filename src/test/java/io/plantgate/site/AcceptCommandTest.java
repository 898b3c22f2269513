package io.plantgate.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command as it is typed: exit codes, and what is said when something is wrong. */
class AcceptCommandTest {

    private static final Path CASES = Path.of("src/test/resources/acceptance/cases.jsonl");
    private static final Path EXPECTED = Path.of("src/test/resources/acceptance/expected.csv");
    private static final TestDatabase DATABASE = TestDatabase.fresh();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void theAcceptanceFileIntoAFreshEmbeddedStoreIsAsExpected() {
        assertThat(accept(CASES, "--expected", EXPECTED)).isZero();

        assertThat(out.toString()).contains("35 of 35 lines as expected");
        assertThat(directory.resolve("report")).isDirectoryContaining("glob:**/{report.html,report.csv,queries.sql}");
    }

    @Test
    void anExpectationWithAWrongLineExitsOneAndNamesIt() throws Exception {
        Path wrong = write(
                "wrong.csv",
                Files.readString(EXPECTED)
                        .replace(
                                "15,\"5b offline resend, second\",DUPLICATE,14",
                                "15,\"5b offline resend, second\",CANONICAL,"));

        assertThat(accept(CASES, "--expected", wrong)).isEqualTo(1);

        assertThat(out.toString())
                .contains("line 15: expected Canonical, found Duplicate of line 14")
                .contains("34 of 35 lines as expected");
        assertThat(Files.readString(directory.resolve("report/report.html")))
                .contains("Not as expected", "line 15: expected Canonical, found Duplicate of line 14");
    }

    @Test
    void aLineThatIsMissingOnEitherSideIsNotAsExpected() throws Exception {
        Path shorter =
                write("short.jsonl", Files.readString(CASES).lines().findFirst().orElseThrow());
        Path more = write("more.csv", "line,decision,duplicate_of_line\n2,CANONICAL,\n");

        assertThat(accept(shorter, "--expected", more, "--database", DATABASE.url()))
                .isEqualTo(1);

        assertThat(out.toString())
                .contains("line 1: expected no such line, found ", "line 2: expected Canonical, found no such line");
    }

    @Test
    void aConfiguredDatabaseKeepsWhatWasImported() {
        accept(CASES, "--database", DATABASE.url(), "--user", "postgres");
        assertThat(accept(CASES, "--database", DATABASE.url(), "--user", "postgres", "--expected", EXPECTED))
                .isEqualTo(1);

        assertThat(out.toString())
                .containsPattern(
                        "line 1: expected Canonical, found Duplicate of event \\d+, which an earlier import had")
                .containsOnlyOnce("The store was not empty: 27 lines are about events that an earlier import had")
                .contains("0 Canonical, 25 Duplicate, 2 DuplicateConflict, 6 IdentityIncomplete, 2 Quarantined");
    }

    @Test
    void aWrongLineIsNamedWithItsFileAndNothingIsImported() throws Exception {
        Path broken = write("broken.jsonl", "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": \"x\"}\nnonsense\n");

        assertThat(accept(broken, "--database", "jdbc:postgresql://never-asked/"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("broken.jsonl:2: not JSON at column ");
    }

    @Test
    void aFaultyProfileIsRefusedWithItsFile() throws Exception {
        Path profile = write("pumps.profile.yaml", "contract: perhaps\n");

        assertThat(accept(CASES, "--profile", profile)).isEqualTo(2);

        assertThat(err.toString()).contains("pumps.profile.yaml");
    }

    @Test
    void aProfileOfTheSitesOwnReadsTheFile() throws Exception {
        Path profile = write("trips.profile.yaml", """
                contract: transition
                format: json
                identity:
                  source: /source
                  transitionId: /transitionId
                  bootId: /bootId
                payload:
                  fields: others
                """);

        assertThat(accept(CASES, "--profile", profile, "--database", DATABASE.url()))
                .isZero();

        assertThat(out.toString()).contains("read by profile trips");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--nonsense", "--expected=missing.csv", "--profile=missing.profile.yaml"})
    void aCommandLineThatCannotBeMeantExitsTwo(String option) {
        assertThat(accept(CASES, option)).isEqualTo(2);

        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void aDatabaseThatIsNotThereExitsThree() {
        assertThat(accept(CASES, "--database", "jdbc:postgresql://127.0.0.1:1/nowhere?connectTimeout=1"))
                .isEqualTo(3);

        assertThat(err.toString()).contains("database").doesNotContain("\tat ");
    }

    private int accept(Path file, Object... options) {
        List<String> arguments = new ArrayList<>(
                List.of(file.toString(), "--out", directory.resolve("report").toString()));
        for (Object option : options) {
            arguments.add(option.toString());
        }
        return new CommandLine(new AcceptCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
