package io.plantgate.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.intake.YamlFinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equipment files: what is wrong is said with file and line, before anything is sent. */
class EquipmentFilesTest {

    @TempDir
    private Path folder;

    @Test
    @Tag("W-24")
    void aFileSaysWhoOwnsWhatAroundAWrite() {
        write(OperationFixture.CONVEYOR);

        EquipmentView view = EquipmentView.of(load().find("conveyor").orElseThrow());

        assertThat(view.ownership()).containsOnlyKeys("reception", "effect", "resultQuery", "compensation");
        assertThat(view.commands()).extracting(EquipmentView.Command::name).contains("stop", "step");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replaySeconds: 7200               | replaySeconds: 700          | replaySeconds 700 is not longer than the longest retry, 1920 s",
                "resultsSeconds: 86400             | resultsSeconds: 7000        | resultsSeconds is shorter than replaySeconds",
                "{tag: running, value: false}      | {tag: runing, value: false} | 'runing' is no tag of this file",
                "merge: newest-waiting             | merge: all                  | merge: \"all\" is not allowed",
                "class: start-stop                 | class: stop                 | class: \"stop\" is not allowed",
                "from: [shift, scada, effects]     | of: [shift]                 | unknown key 'of'",
                "validitySecondsMax: 600           | description: it stops       | lacks 'validitySecondsMax'",
                "rises: version                    | withinMillis: 1             | class increment needs readBack.rises",
                "reads: [running, speed]           | ratePerMinute: 3            | class read needs it",
                "host: nowhere                     | host: '{{plant.host}}'      | {{plant.host}} is not configured",
                "host: nowhere                     | wrong: true                 | connection.wrong: true is not allowed",
                "protocol: scripted                | protocol: telepathy         | 'telepathy' has no driver; expected one of: scripted",
                "ownership: {reception: the gateway, | ownership: {              | lacks 'reception'",
            })
    @Tag("W-32")
    @Tag("W-43")
    void whatIsWrongIsSaidWithFileAndWhatWouldBeRight(String right, String wrong, String finding) {
        assertThat(OperationFixture.CONVEYOR).contains(right);
        write(OperationFixture.CONVEYOR.replace(right, wrong));

        assertThatThrownBy(this::load).isInstanceOfSatisfying(EquipmentRefusedException.class, refused -> assertThat(
                        refused.findings())
                .extracting(YamlFinding::toString)
                .anySatisfy(text -> assertThat(text)
                        .startsWith(folder.resolve("conveyor.equipment.yaml").toString())
                        .contains(finding)));
    }

    @Test
    @Tag("W-42")
    void strictClassesAreNeverMergedAndIncrementsNeedAPerson() {
        write(OperationFixture.CONVEYOR
                .replace("class: refresh", "class: increment")
                .replace(
                        "class: increment\n    from: [shift]\n    authorisation: approver",
                        "class: increment\n    from: [shift]"));

        assertThat(EquipmentFiles.findings(folder, key -> null))
                .extracting(YamlFinding::message)
                .contains(
                        "class increment is never merged; remove merge",
                        "class increment needs an authorisation: approver or four-eyes");
    }

    @Test
    void placeholdersAreFilledFromTheSitesConfiguration() {
        write(OperationFixture.CONVEYOR.replace("host: nowhere", "host: '{{a}}:{{b:5020}}', user: '{{c:}}'"));

        Equipment device = EquipmentFiles.load(
                        folder, key -> key.equals("a") ? "plc-1" : null, List.of(new ScriptedDevice()))
                .find("conveyor")
                .orElseThrow()
                .device();

        assertThat(device.connection()).hasToString("{\"host\":\"plc-1:5020\",\"user\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ITSELF", "DEEP"})
    void aTextThatNeverEndsIsRefusedLikeAnyOther(String text) {
        write(OperationFixture.CONVEYOR);
        EquipmentFiles files = load();

        write(text.equals("ITSELF") ? "description: &a [*a]\n" : "description: " + "[".repeat(50_000) + "\n");

        assertThat(files.reload()).isFalse();
        assertThat(files.refused()).isNotEmpty();
        assertThat(files.find("conveyor")).isPresent();
    }

    @Test
    void aChangedFileCountsAndAWrongOneLeavesTheOldInForce() throws IOException {
        write(OperationFixture.CONVEYOR);
        EquipmentFiles files = load();

        write(OperationFixture.CONVEYOR.replace("description: a conveyor", "description: another"));
        assertThat(files.reload()).isTrue();
        assertThat(files.find("conveyor").orElseThrow().description()).isEqualTo("another");

        write(OperationFixture.CONVEYOR.replace("protocol: scripted", "protocol: telepathy"));
        assertThat(files.reload()).isFalse();
        assertThat(files.refused()).isNotEmpty();
        assertThat(files.find("conveyor").orElseThrow().description()).isEqualTo("another");

        Files.delete(folder.resolve("conveyor.equipment.yaml"));
        assertThat(files.reload()).isTrue();
        assertThat(files.find("conveyor")).isPresent();
        assertThat(files.findPermitted("conveyor")).isEmpty();
        assertThat(files.gone()).containsExactly("conveyor");
        assertThat(files.refused()).isEmpty();
    }

    @Test
    void aFileThatIsGoneTakesThePermissionWithItWhateverIsWrongWithOthersAndUntilItsTextIsRightAgain()
            throws IOException {
        write(OperationFixture.CONVEYOR);
        EquipmentFiles files = load();

        Files.delete(folder.resolve("conveyor.equipment.yaml"));
        Files.writeString(folder.resolve("press.equipment.yaml"), "description: nothing else");
        assertThat(files.reload()).isFalse();
        assertThat(files.findPermitted("conveyor")).isEmpty();

        write("description: nothing else");
        assertThat(files.reload()).isFalse();
        assertThat(files.findPermitted("conveyor")).isEmpty();

        Files.delete(folder.resolve("press.equipment.yaml"));
        write(OperationFixture.CONVEYOR);
        assertThat(files.reload()).isTrue();
        assertThat(files.findPermitted("conveyor")).isPresent();
        assertThat(files.gone()).isEmpty();
    }

    @Test
    void twoFilesThatWriteToOnePlaceAreRefusedBecauseOneCouldTakeTheOthersWriteForItsOwn() throws IOException {
        write(OperationFixture.CONVEYOR);
        Files.writeString(folder.resolve("belt.equipment.yaml"), OperationFixture.CONVEYOR);

        assertThatThrownBy(this::load)
                .isInstanceOfSatisfying(EquipmentRefusedException.class, refused -> assertThat(refused.findings())
                        .singleElement()
                        .extracting(YamlFinding::toString)
                        .asString()
                        .startsWith(folder.resolve("conveyor.equipment.yaml").toString())
                        .contains("it writes to nowhere, and so does belt.equipment.yaml"));
    }

    @Test
    void aFileMayBeGivenAnotherName() throws IOException {
        write(OperationFixture.CONVEYOR);
        EquipmentFiles files = load();

        Files.move(folder.resolve("conveyor.equipment.yaml"), folder.resolve("belt.equipment.yaml"));

        assertThat(files.reload()).isTrue();
        assertThat(files.findPermitted("belt")).isPresent();
        assertThat(files.findPermitted("conveyor")).isEmpty();
    }

    private EquipmentFiles load() {
        return EquipmentFiles.load(folder, key -> null, List.of(new ScriptedDevice()));
    }

    private void write(String yaml) {
        try {
            Files.writeString(folder.resolve("conveyor.equipment.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
