package io.plantgate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {

    @TempDir
    private Path directory;

    @Test
    void columnsMayStandInAnyOrderAndOthersArePassedOver() throws Exception {
        Expectation expectation =
                read("case,duplicate_of_line,decision,line\nx,,CANONICAL,1\n\"a, b\",1,DuplicateConflict,2\n");

        assertThat(expectation.byLine()).hasToString("{1=Canonical, 2=DuplicateConflict of line 1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "line,decision,duplicate_of_line\\n1,MAYBE,|expected.csv:2: decision 'MAYBE' is none of",
                "line,decision,duplicate_of_line\\nx,DUPLICATE,1|expected.csv:2: line 'x' is not the number of a line",
                "line,decision,duplicate_of_line\\n1,DUPLICATE,0|duplicate_of_line '0' is not the number of a line",
                "line,decision,duplicate_of_line\\n1,CANONICAL,\\n1,CANONICAL,|expected.csv:3: line 1 stands twice",
                "line,decision\\n1,CANONICAL|expected.csv:2: no column 'duplicate_of_line'",
                "line,decision,duplicate_of_line\\n|expected.csv: no row in it",
                "line,decision,duplicate_of_line\\n1,\"CAN|expected.csv",
            })
    void aWrongExpectationIsRefusedWithFileLineAndReason(String text, String message) {
        assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining(message);
    }

    private Expectation read(String text) throws IOException, MalformedFileException {
        return ExpectationFile.read(Files.writeString(directory.resolve("expected.csv"), text));
    }
}
