package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.scan.HaltingScan.Step;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node killed at each step between placeholder and answer, and the client that asks again elsewhere. */
class KilledScanTest {

    static final String KEY = "killed";

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        database.close();
    }

    static Finding finding() {
        return new Finding(Finding.Kind.KNOWN, "SN-1", "LOT-1", "WO-1", null, null, null);
    }

    /** Leases that run out while somebody watches. */
    static ScanSettings settings() {
        ScanSettings d = ScanSettings.defaults();
        return new ScanSettings(
                d.profile(),
                d.lookupRoute(),
                2,
                3,
                10,
                100,
                1000,
                5,
                50,
                100,
                100,
                2000,
                20,
                100,
                24,
                d.partitions(),
                1,
                5,
                300,
                List.of("load"),
                List.of("unpack"),
                0,
                1,
                10_000,
                List.of());
    }

    @ParameterizedTest
    @EnumSource
    @Tag("S-43")
    @Tag("S-44")
    @Tag("S-53")
    void theRepeatGetsTheOneTrueAnswerAndThereIsOneScan(Step step) throws Exception {
        dieAt(step);
        String left = String.join(",", rows.list("select processing_status from scan_event"));
        assertThat(left)
                .isEqualTo(
                        switch (step) {
                            case DECIDED_AND_NOT_COMMITTED -> "";
                            case ANSWER_COMMITTED -> "completed";
                            default -> "received";
                        });

        TestLookUp lookUp = new TestLookUp(scan -> finding());
        String answer;
        try (ScanNode node = new ScanNode(database.dataSource(), "node-2", settings(), lookUp)) {
            answer = node.post(scan(KEY, "SN-1", "load"));
            assertThat(node.post(scan(KEY, "SN-1", "load"))).isEqualTo(answer);
        }

        assertThat(answer).contains("\"result_code\":\"OK\"", "\"bind_sn\":\"SN-1\"", "\"work_order\":\"WO-1\"");
        assertThat(lookUp.asked).hasSize(step == Step.ANSWER_COMMITTED ? 0 : 1);
        assertThat(rows.one("select processing_status, leased_until from scan_event"))
                .isEqualTo("completed null");
        assertThat(rows.count("scan_binding")).isEqualTo(1);
        assertThat(rows.count("scan_answer")).isEqualTo(1);
    }

    private void dieAt(Step step) throws Exception {
        File output = directory.resolve("output").toFile();
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HaltingScan.class.getName(),
                        step.name(),
                        database.url())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(step + " was reached").isEqualTo(HaltingScan.HALTED);
        } finally {
            child.destroyForcibly();
        }
    }
}
