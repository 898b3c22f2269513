package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFindingsTest {

    private static final String GOOD = """
            contract: transition
            format: json
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'formt: json' | 7 | 'unknown key ''formt''; expected one of: description, contract, format'",
                "'device: { befor: x }' | 7 | 'unknown key ''befor''; expected one of: at, column, fact, topic'",
                "'sourceTime: SourceTimestamp' | 7 | 'sourceTime: \"SourceTimestamp\" is not allowed; expected: a JSON Pointer'",
                "'sourceTime: { at: /t, zone: Mars/Base }' | 7 | '''Mars/Base'' is no time zone'",
                "'fields: { v: integer }' | 7 | 'expected: text, number, boolean or time'",
                "'fields: { v: { type: text, unit: { from: a, to: b, factor: 2 } } }' | 7 | 'has a unit and is text; expected: number'",
                "'effects: [ { name: a } ]' | 7 | 'lacks ''kind''; expected: lower-case letters'",
                "'effects: [ { name: a, kind: b, late: maybe } ]' | 7 | 'effects.0.late: \"maybe\" is not allowed; expected: plan or skip'",
                "'effects: [ { name: a, kind: b }, { name: a, kind: c } ]' | 7 | 'a second rule ''a'''",
                "'effects: [ { name: a, kind: b, when: [ { field: v } ] } ]' | 7 | 'a field and one of equals, in, greater'",
                "'fields: { v: text }\neffects: [ { name: a, kind: b, when: [ { field: v, greater: 2 } ] } ]' | 8 | 'declare its type'",
                "'bounds: { depthMax: 0 }' | 7 | 'bounds.depthMax: 0 is not allowed; expected: 1 to 500 levels'",
                "'payload: { fields: [a], volatile: [/a] }' | 7 | 'names ''a'', which is identity or volatile'",
                "'payload: { fields: all }' | 7 | 'expected: the word others'",
                "'contract: transition' | 7 | '''contract'' stands twice'"
            })
    void whatIsWrongIsSaidWithItsLineAndWhatIsExpected(String added, int line, String message) {
        List<YamlFinding> findings = findings(GOOD + added.replace("\\n", "\n"));
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.message()).contains(message);
            assertThat(finding.line()).isEqualTo(line);
            assertThat(finding.file()).isEqualTo("routes/sites/demo/line-1.profile.yaml");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'contract: transition\nformat: json' | 'identity lacks ''source''' ",
                "'contract: transition\nformat: json\nidentity: { source: /s, transitionId: /t }' | 'identity lacks ''bootId'', which the contract transition needs'",
                "'contract: event-id\nformat: json\nidentity: { source: /s, eventId: /e, bootId: /b }' | 'identity.bootId belongs to the contract transition'",
                "'contract: event-id\nformat: json\nidentity: { source: /s, eventId: /e }\ndevice: /d' | 'device belongs to the contract transition'",
                "'contract: transition\nformat: cloudevents\nidentity: { combined: { at: /id, pattern: \"{bootId}{transitionId}\" } }' | 'is no pattern'",
                "'contract: transition\nformat: { type: json, delimiter: x }\nidentity: { source: /s, transitionId: /t, bootId: /b }' | 'format.delimiter is no option of json'",
                "'contract: transition\nformat: { type: csv, charset: UTF-16 }\nidentity: { source: /s, transitionId: /t, bootId: /b }' | 'rows cannot be told apart on their bytes'",
                "'contract: transition\nformat: { type: csv, charset: latin-17 }\nidentity: { source: /s, transitionId: /t, bootId: /b }' | 'no charset known here'",
                "'contract: transition\nformat: { type: csv, charset: GBK, delimiter: \"|\" }\nidentity: { source: /s, transitionId: /t, bootId: /b }' | 'second byte of a character'",
                "'contract: transition\nformat: json\nidentity: { source: { template: \"x-{a}\", parts: { a: /a } }, transitionId: /t, bootId: /b }' | 'joined by slashes'",
                "'contract: transition\nformat: json\nidentity: { source: { template: \"{a}/{b}\", parts: { a: /a, c: /c } }, transitionId: /t, bootId: /b }' | 'the template names ''b'''",
                "'contract: transition\nformat: json\nidentity: { source: { at: /a, fact: b }, transitionId: /t, bootId: /b }' | 'names 2 places; expected: exactly one'",
                "'contract: [' | 'not YAML'",
                "'' | 'the file is empty; expected: at least contract, format and identity'",
                "'# only a remark' | 'the file is empty; expected: at least contract, format and identity'"
            })
    void aProfileThatIsNotWholeIsRefused(String text, String message) {
        assertThat(findings(text.replace("\\n", "\n")))
                .anySatisfy(finding -> assertThat(finding.message()).contains(message));
    }

    @Test
    void allFindingsOfAllFilesAreSaidAtOnce(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("a.profile.yaml"), GOOD + "x: 1\ny: 2\n");
        Files.writeString(folder.resolve("b.profile.yaml"), GOOD + "z: 3\n");
        Files.writeString(folder.resolve("c.profile.yaml"), GOOD);
        Files.writeString(folder.resolve("Not A Name.profile.yaml"), GOOD);
        List<YamlFinding> findings = ProfileFiles.findings(folder);
        assertThat(findings).extracting(YamlFinding::line).containsExactlyInAnyOrder(0, 7, 8, 7);
        assertThat(findings.get(1).toString()).contains("a.profile.yaml:7: unknown key 'x'");
    }

    private static List<YamlFinding> findings(String text) {
        ProfilesRefusedException refused = catchThrowableOfType(
                ProfilesRefusedException.class,
                () -> ProfileFiles.parse("line-1", "routes/sites/demo/line-1.profile.yaml", text));
        assertThat(refused).as("the profile was accepted:\n" + text).isNotNull();
        return refused.findings();
    }
}
