package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedOpcUaConveyor;
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

/** An OPC UA server that keeps operations behind two methods. */
class OpcUaHandshakeTest extends DriverContract {

    private static final Tag RUNNING = tag("running", "{'node': 'ns=2;s=Conveyor.Running', 'type': 'boolean'}");
    private static final JsonNode METHODS = json("{'object': 'ns=2;s=Conveyor', 'submit': 'ns=2;s=Conveyor.Submit',"
            + " 'status': 'ns=2;s=Conveyor.Status'}");

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
                name, "opc-ua", connection, Map.of("running", RUNNING), Optional.of(METHODS), Map.of(), callTime);
    }

    @Override
    protected DeviceWrite stop(int number) {
        return write(number, "stop");
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
        return DeviceWord.Done.class;
    }

    @Test
    void theServerItselfDoesNothingTwice() {
        try (Session session = open()) {
            session.write(stop(4), plenty());
            assertThat(session.write(stop(4), plenty())).isInstanceOf(DeviceWord.Done.class);
        }
        assertThat(device().log().writesOf("OP-4")).isEqualTo(1);
        assertThat(device().log().repeats()).containsExactly("OP-4");
    }

    @Test
    void whatWasDoneWhileTheAnswerWasLostIsFoundOutByAsking() {
        device().next(Manner.LOST);
        try (Session session = open()) {
            assertThat(session.write(stop(6), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        try (Session asking = open()) {
            assertThat(asking.ask(stop(6), plenty())).isInstanceOf(DeviceWord.Done.class);
        }
    }

    @Test
    void theSameNameWithAnotherDigestIsRefused() {
        DeviceWrite other = new DeviceWrite("OP-7", 7, "ab".repeat(32), "start", List.of(), json("{}"));
        try (Session session = open()) {
            session.write(stop(7), plenty());

            assertThat(session.write(other, plenty())).isInstanceOf(DeviceWord.Refused.class);
        }
        assertThat(device().log().writes()).hasSize(1);
    }
}
