package io.plantgate.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.site.lint.RouteLint;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

@ExtendWith(OutputCaptureExtension.class)
class CommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {"lint", "lnit", "password", "--help", "-h", "--version", "-V"})
    void aWordOrAQuestionIsACommand(String first) {
        assertThat(Commands.isCommand(first, "--server.port=1")).isTrue();
    }

    @Test
    void settingsAloneStartTheGateway() {
        assertThat(Commands.isCommand()).isFalse();
        assertThat(Commands.isCommand("--plantgate.site=demo")).isFalse();
    }

    @Test
    void aMisspeltCommandStartsNothingAndIsNamed(CapturedOutput output) {
        assertThat(Commands.run("lnit")).isEqualTo(2);
        assertThat(output).contains("lnit");
    }

    @ParameterizedTest
    @CsvSource({"--help, lint", "--version, plantgate"})
    void helpAndVersionAnswerWithoutAGateway(String option, String expected, CapturedOutput output) {
        assertThat(Commands.run(option)).isZero();
        assertThat(output).contains(expected);
    }

    @Test
    void lintOfASiteWithoutFindingsIsZeroAndOfAnotherIsOne(CapturedOutput output) {
        assertThat(Commands.run("lint", "--routes", "src/test/resources/lint/routes"))
                .isZero();
        assertThat(Commands.run("lint", "--routes", "src/test/resources/lint/routes", "--site", "t"))
                .isEqualTo(1);
        assertThat(output).contains("No findings: s", "the site has no folder");
    }

    @Test
    void aPasswordFromStandardInputIsPrintedAsTheConfigurationKeepsIt(CapturedOutput output) {
        assertThat(password("correct horse\nnot read\n")).isZero();
        String printed = output.getOut()
                .lines()
                .filter(line -> line.startsWith("{bcrypt}"))
                .findFirst()
                .orElseThrow();
        assertThat(PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("correct horse", printed))
                .isTrue();
        assertThat(output).doesNotContain("correct horse");
    }

    @Test
    void noPasswordOrOneLongerThanBcryptReadsIsRefused(CapturedOutput output) {
        assertThat(password("")).isEqualTo(2);
        assertThat(password("x".repeat(73))).isEqualTo(2);
        assertThat(output).contains("No password was given", "72 bytes").doesNotContain("{bcrypt}$");
    }

    private static int password(String input) {
        InputStream terminal = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return Commands.run("password");
        } finally {
            System.setIn(terminal);
        }
    }

    @Test
    void everySiteOfThisRepositoryIsWithoutFindings(CapturedOutput output) {
        Path routes = Path.of("routes");
        assertThat(RouteLint.sites(routes)).contains("demo");
        assertThat(Commands.run("lint", "--routes", routes.toString())).isZero();
        assertThat(output).contains("No findings: ").contains("demo");
    }
}
