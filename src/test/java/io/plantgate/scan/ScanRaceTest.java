package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.CODE;
import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many clients, one key, one moment, two nodes. The number of rounds is {@code -Dplantgate.test.scan.rounds}. */
class ScanRaceTest {

    private static final int CLIENTS = 64;
    private static final int ROUNDS = Integer.getInteger("plantgate.test.scan.rounds", 15);

    @Test
    @Tag("S-46")
    @Tag("S-53")
    void allGetOneAnswerToOneScanWhicheverNodeTheyAsk() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (TestDatabase database = TestDatabase.fresh();
                HikariDataSource otherPool = database.anotherPool();
                ScanNode one = new ScanNode(database.dataSource(), "node-1", settings(), found());
                ScanNode two = new ScanNode(otherPool, "node-2", settings(), found())) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(answers(clients, one, two, "race-" + round)).hasSize(1);
            }
            Rows rows = new Rows(database.dataSource());
            assertThat(rows.count("scan_event")).isEqualTo(ROUNDS);
            assertThat(rows.count("scan_event where processing_status <> 'completed'"))
                    .isZero();
            assertThat(rows.count("scan_answer")).isEqualTo(ROUNDS);
            assertThat(rows.count("scan_arrival where dedup_status = 'duplicate'"))
                    .isEqualTo(ROUNDS * (CLIENTS - 1L));
        } finally {
            clients.shutdownNow();
        }
    }

    private static Set<String> answers(ExecutorService clients, ScanNode one, ScanNode two, String key)
            throws Exception {
        List<Future<String>> posts = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            ScanNode node = client % 2 == 0 ? one : two;
            posts.add(clients.submit(() -> node.post(scan(key, CODE, "pick"))));
        }
        Set<String> answers = new HashSet<>();
        for (Future<String> post : posts) {
            answers.add(post.get());
        }
        return answers;
    }

    private static ScanSettings settings() {
        return ScanSettings.defaults();
    }

    private static LookUp found() {
        return new TestLookUp(scan -> new Finding(Finding.Kind.KNOWN, "SN-1", "LOT-1", "WO-1", null, null, null));
    }
}
