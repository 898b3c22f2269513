package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.operation.HaltingWriting.Step;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway killed at each commit point of a write, and the one that comes after it. */
class KilledDuringWritingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final OperationFixture site = new OperationFixture();

    @TempDir
    private Path directory;

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("W-16")
    @Tag("W-17")
    @Tag("W-53")
    @Tag("W-69")
    @Tag("I08")
    void whateverWasSentIsNeverSentAgainAndEndsAsTheMachineSays(Step step) throws Exception {
        dieAt(step);
        FileDevice machine = new FileDevice(directory.resolve("machine"));
        int effects = machine.written().size();
        assertThat(effects).isEqualTo(step.compareTo(Step.WRITTEN) < 0 ? 0 : 1);
        assertThat(site.state("OP7"))
                .isEqualTo(step == Step.ASKED ? "authorised" : step == Step.RECORDED ? "succeeded" : "sent");

        Operations next = Operations.open(
                site.database.dataSource(),
                site.plant,
                List.of(machine),
                OperationFixture.shortLeases(),
                "node-2",
                new SimpleMeterRegistry());
        try {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(end()).isEqualTo(expected(step)));
            assertThat(next.ask(request("OP7", "stop"))).isInstanceOf(Asked.Known.class);
            assertThat(machine.written()).hasSize(step == Step.ASKED ? 1 : effects);
            assertThat(next.find(shift("OP7"))).isPresent();
            assertThat(site.history("OP7").contains("unknown")).isEqualTo(step != Step.ASKED && step != Step.RECORDED);
            writeDown(step, machine.written().size());
        } finally {
            next.close();
        }
    }

    private static void writeDown(Step step, int effects) throws IOException {
        OfflineTable.held(
                "the gateway is killed: " + step.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                "W-16 W-17 W-53",
                effects,
                expected(step).replaceFirst(" .*", ""),
                step == Step.ASKED || step == Step.RECORDED
                        ? "the stored result"
                        : "unknown, until the device is asked",
                "whatever was sent is never sent again; a work item for what the device cannot tell");
    }

    private String end() {
        return site.rows
                .one("select state, (select count(*) from work_item), recoveries > 2 from operation")
                .replaceAll("^(succeeded|failed) (\\d) .*", "$1 $2");
    }

    /** State, work items, and for what stays unknown that it was asked about. */
    private static String expected(Step step) {
        return switch (step) {
            case ASKED, RECORDED -> "succeeded 0";
            case CLAIMED -> "failed 1";
            case MARKED -> "unknown 1 t";
            case WRITTEN, ANSWERED_AND_NOT_RECORDED -> "succeeded 1";
        };
    }

    private void dieAt(Step step) throws Exception {
        File output = directory.resolve("output").toFile();
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HaltingWriting.class.getName(),
                        step.name(),
                        site.database.url(),
                        directory.resolve("machine").toString())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(step + " was reached").isEqualTo(HaltingWriting.HALTED);
        } finally {
            child.destroyForcibly();
        }
    }
}
