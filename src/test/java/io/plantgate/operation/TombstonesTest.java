package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.OperationPeople.Signed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of operations that are over, and from when on. */
class TombstonesTest {

    private static final Signed ANNA = new Signed("anna", "looked at the machine");

    private final OperationFixture site = new OperationFixture();
    private final Tombstones tombstones = new Tombstones(new OperationStore(site.database.dataSource()));

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("W-22")
    void whatWasUnknownForLongKeepsItsHistoryFromItsEndOnAndAPersonsEvidenceForEver() {
        Operations node = site.node("node-1");
        site.loseTheNextRequest();
        node.ask(request("OP7", "stop"));
        await().atMost(Duration.ofSeconds(60)).until(() -> "unknown".equals(site.state("OP7")));
        site.rows.execute("update operation set received_at = now() - interval '40 days',"
                + " replay_until = now() - interval '39 days', results_until = now() - interval '10 days'");

        assertThat(tombstones.shrink()).as("an unknown one").isZero();
        node.people().settle(shift("OP7"), OperationState.FAILED, "belt runs, seen at 09:14", ANNA);

        assertThat(tombstones.shrink()).as("one that has just ended").isZero();
        assertThat(history(node)).hasSize(5);
        assertThat(node.find(shift("OP7")).orElseThrow().resultsUntil())
                .isAfter(node.find(shift("OP7")).orElseThrow().endedAt());

        site.rows.execute("update operation set ended_at = now() - interval '31 days'");
        assertThat(tombstones.shrink()).isOne();
        assertThat(history(node)).singleElement().satisfies(move -> {
            assertThat(move.actor()).isEqualTo("anna");
            assertThat(move.movedAt()).isNotNull();
            assertThat(move.reason()).isEqualTo("looked at the machine");
            assertThat(move.evidence()).isEqualTo("belt runs, seen at 09:14");
        });
        assertThat(node.find(shift("OP7")).orElseThrow().reason()).isEqualTo("Decided by anna: looked at the machine");
    }

    private static List<OperationStory.Move> history(Operations node) {
        return node.story(shift("OP7"), 100).orElseThrow().moves();
    }
}
