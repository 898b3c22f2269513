package io.plantgate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptanceFileTest {

    private static final String AT = "\"arrivalAt\": \"2026-03-02T08:00:12.180+08:00\"";

    @TempDir
    private Path directory;

    @Test
    @Tag("E-67")
    void theAcceptanceFileHoldsThirtyFiveArrivalsWithTheirRecordedTimes() throws Exception {
        List<RecordedArrival> arrivals = AcceptanceFile.read(Path.of("src/test/resources/acceptance/cases.jsonl"));

        assertThat(arrivals)
                .hasSize(35)
                .extracting(RecordedArrival::line)
                .startsWith(1, 2, 3)
                .endsWith(34, 35);
        assertThat(arrivals.get(0).arrivalAt()).isEqualTo(OffsetDateTime.parse("2026-03-02T08:00:12.180+08:00"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\": 1.50,  \"a\":[1 , 2e0],\"k\":\"\\u00fc ü\", \"k\": 9007199254740993}",
                "[ 1, {\"x\":\"}\"} ]",
                "\"text with \\\" and ü\"",
                "-12.50e+3",
                "true",
                "null",
                "{}"
            })
    void thePayloadIsTheTextOfItsValueAsItStandsInTheLine(String value) throws Exception {
        assertThat(read("{" + AT + " ,\"payload\" :  " + value + "  }\n{\"payload\":" + value + "," + AT + "}\r\n"))
                .extracting(arrival -> text(arrival.raw()))
                .containsExactly(value, value);
    }

    @Test
    void rawIsItsExactTextAsUtf8() throws Exception {
        assertThat(read("{" + AT + ", \"raw\": \"{\\\"a\\\":\\u0000\\n\\u00fc\\ud83d\\ude00\"}"))
                .extracting(arrival -> text(arrival.raw()))
                .containsExactly("{\"a\":\0\nü😀");
    }

    @Test
    void anObjectNestedDeeperThanAnyProfileAllowsIsStillHandedOn() throws Exception {
        String deep = "[".repeat(5_000) + "]".repeat(5_000);

        assertThat(read("{" + AT + ", \"payload\": " + deep + "}"))
                .extracting(arrival -> text(arrival.raw()))
                .containsExactly(deep);
    }

    @Test
    void aByteOrderMarkAndBlankLinesAreNotArrivalsButCountAsLines() throws Exception {
        assertThat(read("\uFEFF{" + AT + ", \"raw\": \"a\"}\n\n  \r\n{" + AT + ", \"raw\": \"b\"}"))
                .extracting(RecordedArrival::line)
                .containsExactly(1, 4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"raw\": \"x\"}|no arrivalAt",
                "{\"arrivalAt\": \"2026-03-02T08:00:12\", \"raw\": \"x\"}|is not ISO 8601 with an offset",
                "{\"arrivalAt\": 5, \"raw\": \"x\"}|arrivalAt is a text",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\"}|neither payload nor raw",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": 5}|raw is a text",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": \"\\ud800\"}|lone surrogate",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": \"x\", \"payload\": 1}|one of them, once",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": \"x\", \"topic\": \"t\"}|'topic' is not known here",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"raw\": \"x\"} {}|something stands behind the object",
                "{\"arrivalAt\": \"2026-03-02T08:00:12Z\", \"payload\": {|not JSON at column",
                "[]|a line is one JSON object",
            })
    void aWrongLineIsRefusedWithFileLineAndReason(String line, String reason) {
        assertThatThrownBy(() -> read("{" + AT + ", \"raw\": \"x\"}\n" + line))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("cases.jsonl:2: ")
                .hasMessageContaining(reason);
    }

    @Test
    void everyWrongLineIsNamedNotOnlyTheFirst() {
        assertThatThrownBy(() -> read("1\n{" + AT + ", \"raw\": \"x\"}\n2"))
                .hasMessageContaining("cases.jsonl:1: ")
                .hasMessageContaining("cases.jsonl:3: ");
    }

    @Test
    void anEmptyFileIsNoAcceptanceFile() {
        assertThatThrownBy(() -> read("\n"))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("no line");
    }

    private List<RecordedArrival> read(String text) throws IOException, MalformedFileException {
        return AcceptanceFile.read(Files.writeString(directory.resolve("cases.jsonl"), text));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
