package io.plantgate.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.failure.SteppingDataSource.Step;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process killed at each step around COMMIT, and its sender that sends again because nobody acknowledged. */
class KilledAroundCommitTest {

    private static final int CHILD_SECONDS_MAX = 60;

    @TempDir
    private Path directory;

    private TestDatabase database;
    private Rows rows;

    @BeforeEach
    void open() {
        database = TestDatabase.fresh();
        rows = new Rows(database.dataSource());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("E-20")
    @Tag("E-50")
    @Tag("E-62")
    @Tag("E-84")
    void aDeliveryThatIsSentAgainIsOneEventWithOneEffectAndOneArrivalForEachTimeItCame(Step step) throws Exception {
        dieAt(step, 0);
        assertThat(rows.count("arrival")).isEqualTo(isCommitted(step) ? 2 : 0);
        assertThat(verdictsOfSendingAgain(0)).containsOnly(isCommitted(step) ? Verdict.DUPLICATE : Verdict.CANONICAL);
        assertThat(rows.count("arrival")).isEqualTo(isCommitted(step) ? 4 : 2);
        assertThatEachEventIsThereOnce();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("E04")
    void aChunkOfAnImportThatIsReadAgainHasNoArrivalTwice(Step step) throws Exception {
        long importId = Long.parseLong(rows.one("""
                insert into import (inlet, node, profile, reading_digest, file_name, file_bytes, chunk_rows)
                values ('test:pumps', 'dying', 'pumps', '', 'x.csv', 1, 2) returning import_id"""));
        dieAt(step, importId);
        assertThat(rows.count("import_chunk")).isEqualTo(isCommitted(step) ? 1 : 0);
        assertThat(verdictsOfSendingAgain(importId)).hasSize(isCommitted(step) ? 0 : 2);
        assertThat(rows.count("arrival")).isEqualTo(2);
        assertThat(rows.one("select rows, canonical, duplicate from import_chunk"))
                .isEqualTo("2 2 0");
        assertThatEachEventIsThereOnce();
    }

    private void assertThatEachEventIsThereOnce() {
        assertThat(rows.count("identity")).isEqualTo(2);
        assertThat(rows.count("arrival where decision = 'CANONICAL'")).isEqualTo(2);
        assertThat(rows.count("outbox")).isEqualTo(2);
        assertThat(rows.count("boot_generation")).isEqualTo(1);
        assertThat(rows.count("(select arrival_id from arrival group by arrival_id having count(*) > 1) twice"))
                .isZero();
    }

    private static boolean isCommitted(Step step) {
        return step.compareTo(Step.BEFORE_COMMIT) > 0;
    }

    private List<Verdict> verdictsOfSendingAgain(long importId) throws Exception {
        try (PostgresLedger ledger = PostgresLedger.open(
                database.dataSource(), (first, under) -> Optional.empty(), LedgerSettings.defaults("node-1"))) {
            return ledger.put(HaltingLedger.delivery(importId)).get(30, TimeUnit.SECONDS).stream()
                    .map(Decision::verdict)
                    .toList();
        }
    }

    private void dieAt(Step step, long importId) throws IOException, InterruptedException {
        URI server = URI.create(database.url().substring("jdbc:".length()));
        File output = directory.resolve("output").toFile();
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HaltingLedger.class.getName(),
                        step.name(),
                        String.valueOf(server.getPort()),
                        server.getPath().substring(1),
                        String.valueOf(importId))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(child.waitFor(CHILD_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(step + " was reached").isEqualTo(HaltingLedger.HALTED);
        } finally {
            child.destroyForcibly();
        }
    }
}
