package io.plantgate.operation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The offline test table for people who do not read tests: {@code target/operations/offline-tests.csv} and {@code .html}. A
 * line is added by the test that has just played it, so what stands there has held.
 */
final class OfflineTable {

    private static final Path FOLDER = Path.of("target", "operations");
    private static final List<String> HEAD = List.of(
            "fault", "requirements", "device", "effects at the device", "state", "query", "expected handling", "held");
    private static final Map<String, List<String>> LINES = new TreeMap<>();
    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Operations on equipment: offline tests</title>
            <style>body{font-family:sans-serif}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3em .6em;text-align:left}</style>
            </head>
            <body>
            <h1>Operations on equipment: offline tests</h1>
            <p>Each line was played against a device without a plant, and held. %s</p>
            <table>
            %s
            </table>
            </body>
            </html>
            """;

    // A device of the tests' own: it does what the line says, and keeps a log of what it really did.
    private static final String DEVICE = "scripted device of the tests";
    private static final String PLAYED = "Plantgate " + version() + ", " + LocalDate.now(ZoneOffset.UTC);

    private OfflineTable() {}

    private static String version() {
        try {
            Matcher version = Pattern.compile("</artifactId>\\s*<version>([^<]+)</version>\\s*<(?:name|packaging)")
                    .matcher(Files.readString(Path.of("pom.xml")));
            return version.find() ? version.group(1) : "of an unknown version";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void held(MustHold.Row row) throws IOException {
        held(DEVICE, row);
    }

    static void held(String device, MustHold.Row row) throws IOException {
        String state = row.state() == null ? "no operation" : row.state().sql();
        held(device, row.fault(), row.ids(), row.effects(), state, row.query(), row.handling());
    }

    static void held(String fault, String ids, int effects, String state, String query, String handling)
            throws IOException {
        held(DEVICE, fault, ids, effects, state, query, handling);
    }

    private static synchronized void held(
            String device, String fault, String ids, int effects, String state, String query, String handling)
            throws IOException {
        LINES.put(
                fault + ", " + device,
                List.of(fault, ids, device, Integer.toString(effects), state, query, handling, "yes, " + PLAYED));
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve("offline-tests.csv"), csv());
        Files.writeString(FOLDER.resolve("offline-tests.html"), PAGE.formatted(PLAYED, html()));
    }

    private static String csv() {
        return lines(line -> line.stream()
                .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",")));
    }

    private static String html() {
        String head =
                HEAD.stream().map(name -> "<th>" + name + "</th>").collect(Collectors.joining("", "<tr>", "</tr>\n"));
        return head
                + LINES.values().stream()
                        .map(line -> line.stream()
                                .map(OfflineTable::escaped)
                                .collect(Collectors.joining("</td><td>", "<tr><td>", "</td></tr>")))
                        .collect(Collectors.joining("\n"));
    }

    private static String escaped(String cell) {
        return cell.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String lines(Function<List<String>, String> format) {
        return Stream.concat(Stream.of(HEAD), LINES.values().stream())
                .map(format)
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
