package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.sets;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.LoggedWrite;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
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

/** A Modbus device that does whatever is written, as often as it is written. */
class ModbusDriverTest extends DriverContract {

    private static final Tag RUN = tag("run", "{'table': 'coil', 'address': 0}");
    private static final Tag RUNNING = tag("running", "{'table': 'discrete', 'address': 0}");
    private static final Tag SPEED = tag("speed", "{'table': 'holding', 'address': 0, 'scale': 0.1}");
    private static final Tag NOT_THERE = tag("notThere", "{'table': 'holding', 'address': 4000}");

    @Override
    protected SimulatedDevice start() {
        return SimulatedModbusConveyor.plain("conveyor", 0);
    }

    @Override
    protected Driver driver(SimulatedDevice device) {
        return new ModbusDriver(new Addresses(List.of()), PlcSettings.defaults());
    }

    @Override
    protected Equipment equipment(String name, JsonNode connection, Duration callTime) {
        return new Equipment(
                name,
                "modbus-tcp",
                connection,
                Map.of("run", RUN, "running", RUNNING, "speed", SPEED),
                Optional.empty(),
                Map.of(),
                callTime);
    }

    @Override
    protected DeviceWrite stop(int number) {
        return write(number, "stop", sets(RUN, "false"));
    }

    @Override
    protected Tag running() {
        return RUNNING;
    }

    @Override
    protected JsonNode nowhere() {
        return json("{'host': '127.0.0.1', 'port': 1}");
    }

    @Override
    protected Class<? extends DeviceWord> best() {
        return DeviceWord.Accepted.class;
    }

    @Test
    void aValueGoesThroughItsScaleBothWays() {
        try (Session session = open()) {
            session.write(write(1, "speed", sets(SPEED, "2.5")), plenty());

            assertThat(session.read(List.of(SPEED), plenty()).get("speed").asText())
                    .isEqualTo("2.5");
        }
        assertThat(device().log().writes()).extracting(LoggedWrite::value).containsExactly("2.5");
    }

    @Test
    void anotherWritesAnswerUnderTheRightTransactionIsNoAnswer() {
        device().next(Manner.WELL, Manner.CONFUSED);
        try (Session session = open()) {
            session.write(write(1, "speed", sets(SPEED, "2.5")), plenty());

            DeviceWord word = session.write(stop(2), plenty());

            assertThat(word).isInstanceOf(DeviceWord.Unclear.class);
        }
    }

    @Test
    void aRefusalAfterTheFirstOfTwoWritesIsUnclear() {
        try (Session session = open()) {
            DeviceWord word = session.write(write(1, "stop", sets(RUN, "false"), sets(NOT_THERE, "1")), plenty());

            assertThat(word).isInstanceOf(DeviceWord.Unclear.class);
            assertThat(word.evidence()).contains("1 write(s) answered", "ILLEGAL_DATA_ADDRESS");
        }
    }

    @Test
    void aValueThatTheRegisterCannotHoldIsRefusedBeforeAnythingIsSent() {
        try (Session session = open()) {
            DeviceWord word = session.write(write(1, "both", sets(RUN, "false"), sets(SPEED, "2.55")), plenty());

            assertThat(word).isInstanceOfSatisfying(DeviceWord.NotSent.class, none -> assertThat(none.code())
                    .isEqualTo("NOT_REPRESENTABLE"));
        }
        assertThat(device().log().writes()).isEmpty();
    }

    @Test
    void aTagThatTheDeviceDoesNotHaveIsSaidSo() {
        try (Session session = open()) {
            assertThatThrownBy(() -> session.read(List.of(NOT_THERE), plenty()))
                    .isInstanceOf(DeviceSilentException.class)
                    .hasMessageContaining("ILLEGAL_DATA_ADDRESS");
        }
    }
}
