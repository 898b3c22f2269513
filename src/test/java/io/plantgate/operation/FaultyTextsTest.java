package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.TextNode;
import io.plantgate.operation.ScriptedDevice.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a device says, and what the database says to it, never keeps a worker. */
class FaultyTextsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("W-24")
    void aCodeThatNoDatabaseKeepsIsMadeVisibleAndTheNextIsWritten() {
        Operations node = site.node("node-1");
        site.device.code = "BAD\0CODE\uD800" + "x".repeat(10_000);
        site.device.will(Turn.REFUSE);

        node.ask(request("OP7", "stop"));
        node.ask(request("OP8", "stop"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP8")).isEqualTo("succeeded"));
        assertThat(site.state("OP7")).isEqualTo("failed");
        assertThat(site.rows.one("select code from operation where operation_id = 'OP7'"))
                .startsWith("BAD\\u0000CODE\\uD800xxx")
                .hasSizeLessThan(120);
    }

    @Test
    void aResultWithoutEndIsKeptAsItsLengthAndDigest() {
        DeviceWord.Done done = new DeviceWord.Done(TextNode.valueOf("x".repeat(70_000)), "done");

        assertThat(done.result().path("tooLong").intValue()).isEqualTo(70_002);
        assertThat(done.result().path("sha256").textValue()).hasSize(64);
    }

    @Test
    void anEndThatTheDatabaseRefusesForGoodIsUnknownAndTheNextIsWritten() {
        Operations node = site.node("node-1");
        site.device.code = "REFUSED_BY_THIS_TEST";
        site.device.will(Turn.REFUSE);
        site.rows.execute("alter table operation add constraint of_a_test check (code <> 'REFUSED_BY_THIS_TEST')");
        try {
            node.ask(request("OP7", "once"));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(site.history("OP7")).contains("unknown"));
            assertThat(site.rows.list("select code from operation_move where to_state = 'unknown'"))
                    .containsExactly("NOT_RECORDED");
            node.ask(request("OP8", "stop"));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(site.device.written).contains("shift/OP8"));
        } finally {
            site.rows.execute("alter table operation drop constraint of_a_test");
        }
    }

    @Test
    void whatTheDatabaseRefusesForGoodIsAFaultAndNoOutage() {
        OperationStore store = new OperationStore(site.database.dataSource());

        assertThatThrownBy(() -> store.inTransaction(() -> store.sql("select :text::text")
                        .param("text", "a\0b")
                        .query(String.class)
                        .single()))
                .isInstanceOf(OperationsFaultException.class);
        assertThatThrownBy(() -> store.inTransaction(() -> store.sql("select pg_terminate_backend(pg_backend_pid())")
                        .query(Boolean.class)
                        .single()))
                .isInstanceOf(OperationsUnreachableException.class);
    }

    @Test
    @Tag("W-38")
    void aWorkerThatDoesNotComeBackIsTold(@TempDir Path folder) throws Exception {
        Operations node = site.node("node-1", OperationFixture.shortLeases());
        OperationsHealth health = new OperationsHealth(node, EquipmentFiles.load(folder, key -> null, List.of()));
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP7", "stop"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(health.health().getDetails()).containsKey("stuck"));
        site.device.goOn();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(health.health().getDetails()).doesNotContainKey("stuck"));
    }
}
