package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operations found again by what is known of them. */
class OperationListTest {

    private static final long NEWEST = Long.MAX_VALUE;
    private static final String MANY = """
            insert into operation (client, operation_id, target, command, digest, canon_version, canon_bytes, state, received_at, valid_until,
                                   replay_until, results_until, asked_by, door, ended_at)
            select 'mes', 'M' || n, 'conveyor-' || n % 40, 'stop', decode(md5(n::text), 'hex'), 1, 2, 'succeeded', now() - n * interval '1 minute',
                   now(), now(), now() + interval '1 day', 'mes', 'rest', now()
              from generate_series(1, 20000) n
            """;

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void eachConditionRestrictsAndTogetherTheyRestrictMore() throws Exception {
        Operations node = site.node("node-1");
        node.ask(request("OP1", "start"));
        node.ask(request("scada", "OP1", "stop", null), Duration.ofSeconds(60))
                .toCompletableFuture()
                .get();
        node.people().refuse(shift("OP1"), new OperationPeople.Signed("anna", "not now"));
        node.ask(request("OP2", "start"));
        Instant now = Instant.now();

        assertThat(found(node, new OperationQuery(null, null, null, null, null, null, NEWEST, 10)))
                .containsExactly("shift/OP2", "scada/OP1", "shift/OP1");
        assertThat(found(node, new OperationQuery(OperationState.REFUSED, null, null, null, null, null, NEWEST, 10)))
                .containsExactly("shift/OP1");
        assertThat(found(node, new OperationQuery(null, null, null, "OP1", null, null, NEWEST, 10)))
                .containsExactly("scada/OP1", "shift/OP1");
        assertThat(found(node, new OperationQuery(null, "conveyor", "scada", "OP1", null, null, NEWEST, 10)))
                .containsExactly("scada/OP1");
        assertThat(found(node, new OperationQuery(null, "elsewhere", null, null, null, null, NEWEST, 10)))
                .isEmpty();
        assertThat(found(node, new OperationQuery(null, null, null, null, now.plusSeconds(60), null, NEWEST, 10)))
                .isEmpty();
        assertThat(found(node, new OperationQuery(null, null, null, null, null, now.plusSeconds(60), NEWEST, 1)))
                .containsExactly("shift/OP2");
    }

    @Test
    void noQuestionReadsAllOperations() {
        site.rows.execute(MANY);
        site.rows.execute("analyze operation");
        OperationRows rows = new OperationRows(new OperationStore(site.database.dataSource()));
        Instant now = Instant.now();

        Stream.of(
                        new OperationQuery(null, null, null, null, null, null, NEWEST, 50),
                        new OperationQuery(OperationState.UNKNOWN, null, null, null, null, null, NEWEST, 50),
                        new OperationQuery(null, "conveyor-7", null, null, null, null, NEWEST, 50),
                        new OperationQuery(null, null, "mes", "M777", null, null, NEWEST, 50),
                        new OperationQuery(null, null, null, null, now.minusSeconds(3600), now, NEWEST, 50))
                .forEach(question -> assertThat(rows.plan(question))
                        .as(question.toString())
                        .noneMatch(line -> line.contains("Seq Scan")));
    }

    private static List<String> found(Operations node, OperationQuery query) {
        return node.list(query).stream()
                .map(operation -> operation.name().toString())
                .toList();
    }
}
