package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.operation.Machine.Fault;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is counted of requests, conversations with devices and moves. */
class OperationMetricsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void requestsAttemptsAndMovesAreCountedByTarget() {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "stop"));
        awaitState("OP7", "succeeded");
        node.ask(request("OP7", "stop"));
        site.device.will(Fault.LOSE_REQUEST);
        node.ask(request("OP8", "start"));
        node.people().authorise(OperationFixture.shift("OP8"), new OperationPeople.Signed("anna", "guard closed"));
        awaitState("OP8", "unknown");

        assertThat(count("asked", "answer", "new", "door", "rest")).isEqualTo(2);
        assertThat(count("asked", "answer", "known", "door", "rest")).isOne();
        // Counted after it is recorded, and so perhaps after it is seen.
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            assertThat(site.meters.find("plantgate.operations.attempts").counters().stream()
                            .mapToDouble(counter -> counter.count())
                            .sum())
                    .isEqualTo(2);
            assertThat(count("attempts", "target", "conveyor", "word", "unclear"))
                    .isOne();
            assertThat(count("moves", "target", "conveyor", "to", "succeeded")).isOne();
            assertThat(count("moves", "target", "conveyor", "to", "unknown")).isOne();
        });
    }

    @Test
    void anotherIdForTheSameIsCountedAsSimilar() {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "start"));
        node.ask(request("OP8", "start"));
        node.ask(request("OP8", "start"));
        node.ask(request("OP9", "stop"));

        assertThat(count("similar", "target", "conveyor")).isOne();
    }

    @Test
    void aClosedDoorIsThereForAnAlarm() {
        OperationStore store = new OperationStore(site.database.dataSource());
        DoorState door = new DoorState(store);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        OpenCounts counts = new OpenCounts(store, door, meters, 10);
        Gauge closed = meters.get("plantgate.operations.door.closed").gauge();

        counts.refresh();
        assertThat(closed.value()).isZero();

        door.close("anna", "maintenance");
        counts.refresh();
        assertThat(closed.value()).isOne();
    }

    private double count(String name, String... tags) {
        return site.meters
                .get("plantgate.operations." + name)
                .tags(tags)
                .counter()
                .count();
    }

    private void awaitState(String id, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.state(id)).isEqualTo(state));
    }
}
