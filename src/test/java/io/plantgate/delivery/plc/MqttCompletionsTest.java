package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.embedded.plc.SimulatedMqttConveyor;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.OperationReports;
import io.plantgate.operation.OperationsUnreachableException;
import io.plantgate.operation.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an MQTT device says on its own, after its attempt. */
class MqttCompletionsTest {

    private static final Duration PLENTY = Duration.ofSeconds(30);

    private final MqttDriver driver = new MqttDriver(new Addresses(List.of()), new MqttConnections(bundle -> null));
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private SimulatedMqttConveyor device;

    @BeforeEach
    void startTheDevice() {
        device = SimulatedMqttConveyor.at("conveyor", SharedBroker.url());
    }

    @AfterEach
    void stopTheDevice() {
        device.close();
    }

    @Tag("W-26")
    @Test
    void anEndIsReportedUnderTheNameThatTheDeviceWasGiven() {
        try (MqttCompletions listening = listen("node-a", this::keep)) {
            stopUntilHeardOf("OP-1 Done");
        }
    }

    @Test
    void whatCannotBeRecordedNowComesAgain() {
        AtomicInteger words = new AtomicInteger();
        OperationReports reluctant = (equipment, operation, digest, word) -> {
            if (words.incrementAndGet() == 1) {
                throw new OperationsUnreachableException("away", null);
            }
            keep(equipment, operation, digest, word);
        };
        try (MqttCompletions listening = listen("node-b", reluctant)) {
            stopUntilHeardOf("OP-1 Done");
        }
        assertThat(words.get()).isGreaterThan(1);
    }

    @Test
    void whatWasSaidWhileNobodyListenedIsHeardAfterwards() {
        try (MqttCompletions listening = listen("node-c", this::keep)) {
            stopUntilHeardOf("OP-1 Done");
        }
        stop(2);
        try (MqttCompletions again = listen("node-c", this::keep)) {
            await().atMost(PLENTY).untilAsserted(() -> assertThat(heard).contains("OP-2 Done"));
        }
    }

    // The first connection is made in the background, so the device may speak before it is there.
    private void stopUntilHeardOf(String wanted) {
        await().atMost(PLENTY).pollInterval(Duration.ofMillis(300)).untilAsserted(() -> {
            stop(1);
            assertThat(heard).contains(wanted);
        });
    }

    private void keep(String equipment, String operation, String digest, DeviceWord word) {
        heard.add(operation + " " + word.getClass().getSimpleName());
    }

    private MqttCompletions listen(String node, OperationReports reports) {
        PlcSettings quick = new PlcSettings(50, 600, 100, 100);
        return new MqttCompletions(driver, () -> List.of(equipment()), reports, node, quick);
    }

    private void stop(int number) {
        try (Session session = driver.open(equipment(), Deadline.in(PLENTY))) {
            session.write(write(number, "stop"), Deadline.in(PLENTY));
        }
    }

    private Equipment equipment() {
        return new Equipment("conveyor", "mqtt", device.connection(), Map.of(), Optional.empty(), Map.of(), PLENTY);
    }
}
