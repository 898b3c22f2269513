package io.plantgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The acceptance file on a real PostgreSQL, imported twice. */
class AcceptanceTest {

    private static final Path CASES = Path.of("src/test/resources/acceptance/cases.jsonl");
    private static final Path EXPECTED = Path.of("src/test/resources/acceptance/expected.csv");

    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static AcceptanceReport first;
    private static AcceptanceReport second;

    @BeforeAll
    static void importTwice() throws Exception {
        Profile profile = ProfileFiles.acceptance();
        try (PostgresLedger ledger = PostgresLedger.open(
                DATABASE.dataSource(), (kept, under) -> Optional.empty(), LedgerSettings.defaults("accept"))) {
            Acceptance acceptance = new Acceptance(DATABASE.dataSource(), ledger, profile);
            AcceptanceInput input = AcceptanceInput.read(CASES, Optional.of(EXPECTED));
            first = acceptance.report(input);
            second = acceptance.report(input);
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void everyLineIsDecidedAsExpected() {
        assertThat(first.comparison().orElseThrow().mismatches()).isEmpty();
        assertThat(first.comparison().orElseThrow().lines()).isEqualTo(35);
    }

    @Test
    void theSecondImportAddsNoEvent() {
        assertThat(List.of(Verdict.values())).extracting(second::count).containsExactly(0L, 25L, 2L, 6L, 2L);
    }
}
