package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.sets;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedOpcUaConveyor;
import io.plantgate.operation.DeviceSilentException;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An OPC UA server whose variables are written. */
class OpcUaDriverTest extends DriverContract {

    private static final Tag RUNNING = tag("running", "{'node': 'ns=2;s=Conveyor.Running', 'type': 'boolean'}");
    private static final Tag SPEED = tag("speed", "{'node': 'ns=2;s=Conveyor.Speed', 'type': 'double'}");
    private static final Tag NOT_THERE = tag("notThere", "{'node': 'ns=2;s=Conveyor.Nothing', 'type': 'int32'}");

    @Override
    protected SimulatedDevice start() {
        return SimulatedOpcUaConveyor.start("conveyor", 0);
    }

    @Override
    protected Driver driver(SimulatedDevice device) {
        return new OpcUaDriver(new Addresses(List.of()), new OpcUaCertificates(bundle -> null));
    }

    @Override
    protected Equipment equipment(String name, JsonNode connection, Duration callTime) {
        return new Equipment(
                name,
                "opc-ua",
                connection,
                Map.of("running", RUNNING, "speed", SPEED),
                Optional.empty(),
                Map.of(),
                callTime);
    }

    @Override
    protected DeviceWrite stop(int number) {
        return write(number, "stop", sets(RUNNING, "false"));
    }

    @Override
    protected Tag running() {
        return RUNNING;
    }

    @Override
    protected JsonNode nowhere() {
        return json("{'url': 'opc.tcp://127.0.0.1:1/conveyor'}");
    }

    @Override
    protected Class<? extends DeviceWord> best() {
        return DeviceWord.Accepted.class;
    }

    @Test
    void twoNodesOfWhichOneIsRefusedAreUnclear() {
        try (Session session = open()) {
            DeviceWord word = session.write(write(1, "stop", sets(RUNNING, "false"), sets(NOT_THERE, "1")), plenty());

            assertThat(word).isInstanceOf(DeviceWord.Unclear.class);
            assertThat(word.evidence()).contains("Good", "Bad_NodeIdUnknown");
        }
    }

    @Test
    void aValueThatTheServerHoldsForOutOfRangeIsRefusedWithItsCode() {
        try (Session session = open()) {
            assertThat(session.write(write(1, "speed", sets(SPEED, "99.5")), plenty()))
                    .isInstanceOfSatisfying(DeviceWord.Refused.class, refused -> assertThat(refused.code())
                            .isEqualTo("Bad_OutOfRange"));
        }
    }

    @Test
    void aNodeThatTheServerDoesNotHaveIsSaidSo() {
        try (Session session = open()) {
            assertThatThrownBy(() -> session.read(List.of(NOT_THERE), plenty()))
                    .isInstanceOf(DeviceSilentException.class)
                    .hasMessageContaining("Bad_NodeIdUnknown");
        }
    }
}
