package io.plantgate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What only the text of the sources shows. */
class SourcesTest {

    private static final int CLASS_LINES_MAX = 300;

    /** A text block that starts with a word of SQL. */
    private static final Pattern SQL_BLOCK = Pattern.compile(
            "\"\"\"\\s*\\n\\s*(?:select|insert|update|delete|with|create|alter|lock|call)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SLEEP =
            Pattern.compile("\\b(?:Thread|TimeUnit\\.\\w+|MILLISECONDS|SECONDS)\\.sleep\\(");
    private static final Pattern DENIED = Pattern.compile("(?i)\\b(never|not|no|nor|without|cannot|only inside)\\b");
    private static final Pattern PROMISE = Pattern.compile("(?i)exactly[ -]once");

    @Test
    void everyPackageSaysWhatItIsFor() {
        Stream<Path> packages =
                Tree.files(Tree.MAIN, ".java").stream().map(Path::getParent).distinct();

        assertThat(packages.filter(directory -> !Files.exists(directory.resolve("package-info.java"))))
                .as("packages without package-info.java")
                .isEmpty();
    }

    @Test
    void sqlStandsAsANamedConstantOnTopOfTheClassThatRunsIt() {
        assertThat(findings(Tree.files(Tree.MAIN, ".java"), SourcesTest::openingsOfNamelessSql))
                .as("SQL text blocks that are in no constant")
                .isEmpty();
    }

    @Test
    void noClassIsTooLongToReadAtOnce() {
        Stream<Path> tooLong = Tree.files(Tree.MAIN, ".java").stream()
                .filter(file -> Tree.text(file).lines().count() > CLASS_LINES_MAX);

        assertThat(tooLong)
                .as("classes of more than " + CLASS_LINES_MAX + " lines")
                .isEmpty();
    }

    @Test
    void testsWaitForWhatTheyWaitForInsteadOfSleeping() {
        assertThat(findings(
                        Tree.files(Tree.TESTS, ".java"),
                        text -> SLEEP.matcher(text).results().map(r -> r.group())))
                .as("sleeps in tests; Awaitility waits for a condition")
                .isEmpty();
    }

    @Test
    void nobodyPromisesWhatNoBoundaryCanHold() {
        List<Path> texts = Stream.of(
                        Tree.files(Tree.MAIN, ".java"),
                        Tree.files(Path.of("src/main/resources"), ".sql"),
                        Tree.files(Path.of("src/main/resources"), ".html"),
                        Tree.files(Path.of("routes"), ".yaml"),
                        Tree.files(Path.of("config"), ".yaml"),
                        Tree.files(Tree.README, ".md"),
                        Tree.files(Tree.DOCS, ".md"))
                .flatMap(List::stream)
                .filter(file -> !file.getFileName().toString().startsWith("requirements"))
                .toList();

        assertThat(findings(texts, SourcesTest::promises))
                .as("lines that promise instead of denying")
                .isEmpty();
    }

    @Test
    void theChecksFindWhatTheyLookFor() {
        String nameless = "    run(\"\"\"\n            select 1\"\"\");\n";
        String named = "    private static final String ONE = \"\"\"\n            select 1\"\"\";\n";

        assertThat(openingsOfNamelessSql(nameless)).containsExactly("run(");
        assertThat(openingsOfNamelessSql(named)).isEmpty();
        assertThat(promises("events are handled Exactly-Once\nthis is not exactly once"))
                .hasSize(1);
        assertThat(SLEEP.matcher("Thread" + ".sleep(5)").find()).isTrue();
    }

    private static Stream<String> openingsOfNamelessSql(String source) {
        return SQL_BLOCK
                .matcher(source)
                .results()
                .map(block -> statementBefore(source, block.start()))
                .filter(statement -> !statement.contains("static final"));
    }

    private static String statementBefore(String source, int end) {
        int from = end;
        while (from > 0 && ";{}".indexOf(source.charAt(from - 1)) < 0) {
            from--;
        }
        return source.substring(from, end).strip();
    }

    private static Stream<String> promises(String text) {
        return text.lines().filter(line -> PROMISE.matcher(line).find()).filter(line -> !DENIED.matcher(line)
                .find());
    }

    private static List<String> findings(List<Path> files, Function<String, Stream<String>> check) {
        return files.stream()
                .flatMap(file -> check.apply(Tree.text(file)).map(finding -> file + ": " + finding))
                .toList();
    }
}
