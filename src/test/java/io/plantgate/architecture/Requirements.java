package io.plantgate.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was asked for, what is not due yet, and what tests and documents say they meet, as sets of ids such as {@code E-25}.
 *
 * @param asked ids of {@code requirements.md}
 * @param open ids of {@code requirements-open.md}
 * @param met ids in tags of tests and in comments of documents
 */
record Requirements(Set<String> asked, Set<String> open, Set<String> met) {

    private static final Pattern ASKED = Pattern.compile("(?m)^- \\*\\*([A-Z]-\\d+)\\*\\* ");
    private static final Pattern ID = Pattern.compile("\\b([A-Z]-\\d+)\\b");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([A-Z]-\\d+)\"\\)");
    private static final Pattern COMMENT = Pattern.compile("<!--([A-Z0-9,\\s-]+)-->");

    private static final Path LIST = Tree.DOCS.resolve("requirements.md");
    private static final Path OPEN = Tree.DOCS.resolve("requirements-open.md");

    static Requirements ofThisTree() {
        return new Requirements(
                find(ASKED, Tree.text(LIST)),
                find(ID, Tree.text(OPEN)),
                union(tagged(Tree.files(Tree.TESTS, ".java").stream().map(Tree::text)), said(documents())));
    }

    /** Asked for, due, and neither tested nor said. */
    Set<String> unmet() {
        return minus(minus(asked, open), met);
    }

    /** On the open list although a test or a document meets it. */
    Set<String> metButListedOpen() {
        return minus(open, minus(open, met));
    }

    /** Named by a tag, a comment or the open list, but never asked for. */
    Set<String> unknown() {
        return minus(union(met, open), asked);
    }

    /** Ids in tags of these sources; what is commented out proves nothing. */
    static Set<String> tagged(Stream<String> sources) {
        return sources.flatMap(String::lines)
                .filter(line -> !line.strip().startsWith("//") && !line.strip().startsWith("*"))
                .flatMap(line -> find(TAG, line).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Ids in comments of these documents, one or several to a comment. */
    static Set<String> said(Stream<String> documents) {
        return documents
                .flatMap(document -> find(COMMENT, document).stream())
                .flatMap(comment -> find(ID, comment).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> documents() {
        List<Path> lists = List.of(LIST, OPEN);
        return Stream.concat(Tree.files(Tree.README, ".md").stream(), Tree.files(Tree.DOCS, ".md").stream())
                .filter(file -> !lists.contains(file))
                .map(Tree::text);
    }

    private static Set<String> find(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> union = new TreeSet<>(one);
        union.addAll(other);
        return union;
    }

    private static Set<String> minus(Set<String> from, Set<String> what) {
        Set<String> rest = new TreeSet<>(from);
        rest.removeAll(what);
        return rest;
    }
}
