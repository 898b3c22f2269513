package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.CODE;
import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One scan, its repeats, its contradictions. */
class ScanTest {

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final ScanNode node = new ScanNode(database.dataSource(), "node-1", ScanSettings.defaults(), LookUp.NONE);

    @AfterEach
    void close() {
        node.close();
        database.close();
    }

    @Test
    @Tag("S-30")
    @Tag("S-31")
    @Tag("S-43")
    @Tag("S-44")
    @Tag("S-53")
    @Tag("S-54")
    void aScanIsStoredOnceAndEveryRepeatGetsItsAnswerByteForByte() {
        String first = node.post(scan("k-1", CODE, "pick"));
        String repeat = node.post(scan("k-1", CODE, "pick"));

        assertThat(repeat).isEqualTo(first);
        assertThat(first).contains("\"dedup_status\":\"accepted\"", "\"scan_result\":\"ok\"", "\"result_code\":\"OK\"");
        assertThat(rows.one(
                        "select dedup_status, processing_status, scan_result, attempt, leased_until from scan_event"))
                .isEqualTo("accepted completed ok 1 null");
        assertThat(rows.one("select count(*) from scan_answer")).isEqualTo("1");
        assertThat(
                        rows.one(
                                "select created_by, updated_by, created_at = event_time, updated_at >= created_at from scan_event"))
                .isEqualTo("pda-1 node-1 t t");
        assertThat(rows.list("select dedup_status from scan_arrival order by arrival_id"))
                .containsExactly("accepted", "duplicate");
    }

    @Test
    @Tag("S-28")
    void sameKeyWithAnotherContentIsAConflictAndTheFirstStaysAsItWas() {
        String first = node.post(scan("k-2", CODE, "pick"));
        Decision other = node.decide(scan("k-2", CODE, "scrap"));

        assertThat(other.verdict()).isEqualTo(Verdict.CONFLICT);
        assertThat(rows.one("select dedup_status, scan_action, scan_result from scan_event"))
                .isEqualTo("conflict pick ok");
        assertThat(rows.one("select kind from work_item")).isEqualTo("CONFLICT");
        assertThat(node.post(scan("k-2", CODE, "pick"))).isEqualTo(first);
    }

    @Test
    void bothContentsOfOneKeyInOneTransactionAreOneScanAndOneConflict() {
        List<Decision> decided = node.decideTogether(List.of(scan("k-3", CODE, "pick"), scan("k-3", CODE, "pass")));

        assertThat(decided).extracting(Decision::verdict).containsExactly(Verdict.CANONICAL, Verdict.CONFLICT);
        assertThat(node.answer(decided.get(0).arrivalId())).isPresent();
        assertThat(rows.one("select dedup_status, scan_action, processing_status from scan_event"))
                .isEqualTo("conflict pick completed");
    }
}
