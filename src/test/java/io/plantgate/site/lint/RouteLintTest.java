package io.plantgate.site.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.FileSystemUtils;

/** Each file in {@code lint/bad} marks the lines of its findings with {@code # <- what}; those in good have none. */
class RouteLintTest {

    private static final Path CASES = Path.of("src/test/resources/lint");
    private static final Predicate<String> CONFIGURED =
            Set.of("plantgate.data-directory", "where.the.configuration.says")::contains;
    private static final UnaryOperator<String> VALUES = key -> null;
    private static final String MARK = "# <- ";

    @TempDir
    Path routes;

    static Stream<String> badFiles() {
        return files("bad");
    }

    static Stream<String> goodFiles() {
        return files("good");
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void whatCamelDoesNotNoticeIsFoundWhereItStandsAndNothingElse(String file) throws IOException {
        List<Finding> findings = lint("bad", file);
        List<Integer> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        marks(CASES.resolve("bad").resolve(file), lines, expected);

        assertThat(findings).extracting(Finding::line).containsExactlyElementsOf(lines);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(findings.get(i).what()).contains(expected.get(i));
            assertThat(findings.get(i).file()).hasFileName(file);
        }
    }

    @ParameterizedTest
    @MethodSource("goodFiles")
    void theTwinWithoutTheFaultHasNoFinding(String file) throws IOException {
        assertThat(lint("good", file)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void everyFindingOfARouteSaysWhatToDo(String file) throws IOException {
        assertThat(lint("bad", file))
                .filteredOn(finding -> !finding.what().startsWith("not YAML"))
                .allSatisfy(finding -> assertThat(finding.remedy()).isNotBlank());
    }

    @Test
    void aSiteWithoutAFolderIsAFindingThatNamesTheSitesThatAreThere() throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("t"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString()).contains("sites/t", "[s]"));
    }

    @Test
    void effectsThatWouldGoNowhereAreFindingsWithTheirLines() throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        Path site = routes.resolve("sites/s");
        Files.writeString(
                site.resolve("valves.profile.yaml"),
                "contract: event-id\nformat: json\nidentity: { source: /s, eventId: /e }\n"
                        + "effects:\n  - { name: a, kind: alarm }\n  - { name: b, kind: alrm }\n");
        Path kind = site.resolve("alarm.effect.yaml");
        Files.writeString(kind, "channel: sms\nmessage: { text: .event.source }\nunknown: { then: wait }\n");

        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .extracting(Finding::toString)
                .satisfiesExactly(
                        one -> assertThat(one).contains("alarm.effect.yaml:1: no route", "effect:sms"),
                        two -> assertThat(two)
                                .contains("valves.profile.yaml:6: the site has no kind", "'alrm'", "[alarm]"));

        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).kinds("s"))
                .isEqualTo(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"));

        Files.writeString(kind, "channel: sms\nmessage: { json: '{' }\nunknown: { then: repeat }\n");
        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .extracting(Finding::toString)
                .anySatisfy(one -> assertThat(one).contains("alarm.effect.yaml:2: message.json is no JSLT"))
                .anySatisfy(one -> assertThat(one).contains("alarm.effect.yaml:3:", "lacks timesMax"));
    }

    @Test
    void anEmptyAddressOfATargetIsAFindingUnlessTheSimulatedErpStandsIn() throws IOException {
        FileSystemUtils.copyRecursively(Path.of("routes"), routes);
        UnaryOperator<String> empty = key -> key.equals("plantgate.delivery.erp.targets.erp.url") ? "" : null;
        UnaryOperator<String> simulated =
                key -> key.equals("plantgate.simulator.erp.enabled") ? "true" : empty.apply(key);

        assertThat(new RouteLint(routes, Set.of(), key -> true, empty).check("demo"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString())
                        .contains("erp.camel.yaml:", "its url is empty", "targets.erp.url"));
        assertThat(new RouteLint(routes, Set.of(), key -> true, simulated).check("demo"))
                .isEmpty();
    }

    @Test
    void aKindThatIsGoneIsAFindingWhereItIsNamed() throws IOException {
        FileSystemUtils.copyRecursively(Path.of("routes"), routes);
        Files.delete(routes.resolve("sites/demo/sms-alarm.effect.yaml"));

        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).kinds("demo"))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.toString())
                        .containsPattern("profile.yaml:[0-9]+: the site has no kind")
                        .contains("'sms-alarm'", "add sms-alarm.effect.yaml"));
    }

    @Test
    @Tag("E-60")
    void effectsThatMoveEquipmentMustNotComeLate() throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        Path site = routes.resolve("sites/s");
        Files.copy(Path.of("routes/policies/effect.camel.yaml"), routes.resolve("policies/effect.camel.yaml"));
        Files.copy(
                Path.of("routes/templates/plc-target.camel.yaml"), routes.resolve("templates/plc-target.camel.yaml"));
        Files.writeString(
                site.resolve("plc.camel.yaml"),
                "- templatedRoute:\n    routeId: plc\n    prefixId: plc-\n    routeTemplateRef: plc-target\n"
                        + "    parameters:\n      - { name: channel, value: plc }\n");
        Path profile = site.resolve("valves.profile.yaml");
        String rule =
                "contract: event-id\nformat: json\nidentity: { source: /s, eventId: /e }\neffects:\n  - { name: a, kind: stop%s }\n";
        Path kind = site.resolve("stop.effect.yaml");
        String stop = "channel: plc\nmessage: { json: '{}' }\nunknown: { then: wait }\n";
        Files.writeString(profile, rule.formatted(", late: plan"));
        Files.writeString(kind, stop);

        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .extracting(Finding::toString)
                .satisfiesExactly(
                        one -> assertThat(one).contains("stop.effect.yaml:1:", "Add maxAgeSeconds"),
                        two -> assertThat(two).contains("valves.profile.yaml:5:", "Say late: skip"));

        Files.writeString(profile, rule.formatted(", late: skip"));
        Files.writeString(kind, stop + "maxAgeSeconds: 60\n");
        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .isEmpty();
    }

    @Test
    void aFaultyProfileIsAFindingWithItsLine() throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        Path profile = routes.resolve("sites/s/valves.profile.yaml");
        Files.writeString(profile, "contract: transition\nformatt: json\n");
        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .anySatisfy(finding -> {
                    assertThat(finding.file()).isEqualTo(profile);
                    assertThat(finding.line()).isEqualTo(2);
                    assertThat(finding.what()).contains("formatt");
                })
                .allSatisfy(finding -> assertThat(finding.file()).isEqualTo(profile));
    }

    @Test
    void aYamlFileThatNothingReadsIsAFindingUnlessItIsAPayload() throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        Path site = routes.resolve("sites/s");
        Files.writeString(site.resolve("pumps-rest.yaml"), "- route: {}\n");
        Files.writeString(site.resolve("valves.camel.yml"), "- route: {}\n");
        Files.writeString(site.resolve("pumps.cases.yaml"), "cases: []\n");
        Files.createDirectory(site.resolve("payloads"));
        Files.writeString(site.resolve("payloads/one.yaml"), "a: 1\n");

        assertThat(new RouteLint(routes, Set.of(), CONFIGURED, VALUES).check("s"))
                .extracting(finding -> finding.file().getFileName().toString())
                .containsExactly("pumps-rest.yaml", "valves.camel.yml");
    }

    @Test
    void everyWordThatADescriptionAllowsIsAllowedAndNoOther() {
        AllowedValue choice =
                AllowedValue.of("How. One of: rename | done-file. More.").orElseThrow();
        AllowedValue number = AllowedValue.of("Seconds. A whole number from 1.").orElseThrow();

        assertThat(List.of("rename", "done-file", "{{x}}")).allMatch(choice::allows);
        assertThat(List.of("", "Rename", "rename | done-file")).noneMatch(choice::allows);
        assertThat(List.of("1", "999999999")).allMatch(number::allows);
        assertThat(List.of("", "0", "ten", "1.5", "-1", "99999999999")).noneMatch(number::allows);
        assertThat(AllowedValue.of("The profile.")).isEmpty();
    }

    private List<Finding> lint(String kind, String file) throws IOException {
        FileSystemUtils.copyRecursively(CASES.resolve("routes"), routes);
        Files.copy(CASES.resolve(kind).resolve(file), routes.resolve("sites/s").resolve(file));
        return new RouteLint(routes, Set.of("written-in-java"), CONFIGURED, VALUES).check("s");
    }

    private static void marks(Path file, List<Integer> lines, List<String> expected) throws IOException {
        List<String> text = Files.readAllLines(file);
        for (int i = 0; i < text.size(); i++) {
            int mark = text.get(i).indexOf(MARK);
            if (mark >= 0) {
                lines.add(i + 1);
                expected.add(text.get(i).substring(mark + MARK.length()));
            }
        }
    }

    private static Stream<String> files(String kind) {
        try (Stream<Path> files = Files.list(CASES.resolve(kind))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
