package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plantgate.effect.KindFiles;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.operation.EquipmentFiles;
import io.plantgate.site.lint.RouteLint;
import io.plantgate.testing.Folders;
import io.plantgate.testing.GatewayTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.util.FileSystemUtils;

/** What the README and the how-tos show is run here: profiles are read, commands with a promised answer are sent. */
class DocsTest extends GatewayTest {

    private static final Pattern PROFILE =
            Pattern.compile("```yaml\\n\\s*# \\S*/([a-z0-9-]+)\\.profile\\.yaml\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ROUTE =
            Pattern.compile("```yaml\\n(\\s*)# \\S*/([a-z0-9-]+\\.camel\\.yaml)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern KIND =
            Pattern.compile("```yaml\\n(\\s*)# \\S*/([a-z0-9-]+\\.effect\\.yaml)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EQUIPMENT =
            Pattern.compile("```yaml\\n(\\s*)# \\S*/([a-z0-9-]+\\.equipment\\.yaml)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PROMISE = Pattern.compile("```bash\\n(curl [^`]*?)```\\n\\n→ `(\\d{3})`");

    @TestFactory
    Stream<DynamicTest> everyProfileShownCanBeRead() throws IOException {
        return pages().flatMap(page -> matches(PROFILE, page)
                .map(shown -> DynamicTest.dynamicTest(page.getFileName() + ": " + shown.group(1), () -> assertThat(
                                ProfileFiles.parse(shown.group(1), page.toString(), shown.group(2))
                                        .name())
                        .isEqualTo(shown.group(1)))));
    }

    @TestFactory
    Stream<DynamicTest> everyRouteShownPassesTheLint() throws IOException {
        return pages().flatMap(page -> matches(ROUTE, page)
                .map(shown -> DynamicTest.dynamicTest(
                        page.getFileName() + ": " + shown.group(2), () -> assertThat(new RouteLint(
                                                siteWith(page, shown),
                                                Set.of(),
                                                key -> key.startsWith("plantgate."),
                                                key -> null)
                                        .check("docs"))
                                .isEmpty())));
    }

    @TestFactory
    Stream<DynamicTest> everyKindShownCanBeRead() throws IOException {
        return pages().flatMap(page -> matches(KIND, page)
                .map(shown -> DynamicTest.dynamicTest(page.getFileName() + ": " + shown.group(2), () -> {
                    Path folder = Folders.untilExit("plantgate-docs-");
                    String kind = shown.group(3).replaceAll("(?m)^" + shown.group(1), "");
                    Files.writeString(folder.resolve(shown.group(2)), kind);
                    assertThat(KindFiles.findings(folder)).isEmpty();
                })));
    }

    @TestFactory
    Stream<DynamicTest> everyEquipmentShownCanBeRead() throws IOException {
        return pages().flatMap(page -> matches(EQUIPMENT, page)
                .map(shown -> DynamicTest.dynamicTest(page.getFileName() + ": " + shown.group(2), () -> {
                    Path folder = Folders.untilExit("plantgate-docs-");
                    String equipment = shown.group(3).replaceAll("(?m)^" + shown.group(1), "");
                    Files.writeString(folder.resolve(shown.group(2)), equipment);
                    assertThat(EquipmentFiles.findings(folder, key -> null)).isEmpty();
                })));
    }

    /** A site that holds the demo's profiles, its ERP, the route shown and the profiles of its page, and nothing else. */
    private static Path siteWith(Path page, MatchResult shown) throws IOException {
        Path routes = Folders.untilExit("plantgate-docs-");
        Path demo = Path.of("routes", "sites", "demo");
        FileSystemUtils.copyRecursively(Path.of("routes", "templates"), routes.resolve("templates"));
        FileSystemUtils.copyRecursively(Path.of("routes", "policies"), routes.resolve("policies"));
        Path site = Files.createDirectories(routes.resolve("sites").resolve("docs"));
        for (String file : List.of(
                "pumps.profile.yaml",
                "cells.profile.yaml",
                "erp-posting.effect.yaml",
                "erp.camel.yaml",
                "sms-alarm.effect.yaml",
                "sms.camel.yaml",
                "conveyor-stop.effect.yaml",
                "plc.camel.yaml")) {
            Files.copy(demo.resolve(file), site.resolve(file));
        }
        for (MatchResult profile : matches(PROFILE, page).toList()) {
            Files.writeString(
                    site.resolve(profile.group(1) + ".profile.yaml"),
                    profile.group(2).stripIndent());
        }
        String route = shown.group(3).replaceAll("(?m)^" + shown.group(1), "");
        Files.writeString(site.resolve(shown.group(2)), route);
        return routes;
    }

    @TestFactory
    Stream<DynamicTest> everyCommandShownIsAnsweredAsPromised() throws IOException {
        return pages().flatMap(page -> matches(PROMISE, page)
                .map(shown -> DynamicTest.dynamicTest(
                        page.getFileName() + ": " + shown.group(1).strip(),
                        () -> assertThat(statusOf(shown.group(1))).isEqualTo(shown.group(2)))));
    }

    private String statusOf(String command) throws IOException, InterruptedException {
        String here = command.replace("http://127.0.0.1:8080", http.getRootUri())
                .replaceFirst("^curl", "curl -s -o /dev/null -w '%{http_code}'")
                .replace(" -i ", " ");
        Process process = new ProcessBuilder("bash", "-c", here).start();
        assumeTrue(process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() != 127, "curl is not installed");
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Stream<Path> pages() throws IOException {
        try (Stream<Path> howTos = Files.list(Path.of("src", "docs", "how-to"))) {
            return Stream.concat(Stream.of(Path.of("README.md")), howTos.sorted().toList().stream());
        }
    }

    private static Stream<MatchResult> matches(Pattern pattern, Path page) {
        try {
            List<MatchResult> found =
                    pattern.matcher(Files.readString(page)).results().toList();
            return found.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
