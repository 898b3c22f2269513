package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.sets;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.digitalpetri.modbus.client.ModbusTcpClient;
import com.digitalpetri.modbus.tcp.client.NettyTcpClientTransport;
import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
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

/** A Modbus device whose own program keeps the last operations and does none of them twice. */
class ModbusHandshakeTest extends DriverContract {

    private static final JsonNode BLOCK = json("{'request': 110, 'answers': 120, 'entries': 8}");
    private static final Tag ORDER = tag("order", "{'table': 'holding', 'address': 100}");
    private static final Tag ORDER_SPEED = tag("orderSpeed", "{'table': 'holding', 'address': 101, 'scale': 0.1}");
    private static final Tag RUNNING = tag("running", "{'table': 'discrete', 'address': 0}");

    @Override
    protected SimulatedDevice start() {
        return SimulatedModbusConveyor.withHandshake("conveyor", 0);
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
                Map.of("order", ORDER, "running", RUNNING),
                Optional.of(BLOCK),
                Map.of(),
                callTime);
    }

    @Override
    protected DeviceWrite stop(int number) {
        return write(number, "stop", sets(ORDER, "1"));
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
        return DeviceWord.Done.class;
    }

    @Test
    void theControllerItselfRefusesARepeatOfTheSameFrame() throws Exception {
        DeviceWrite stop = stop(4);
        try (Session session = open()) {
            session.write(stop, plenty());
        }
        NettyTcpClientTransport tcp = NettyTcpClientTransport.create(settings -> {
            settings.hostname = "127.0.0.1";
            settings.port = device().connection().get("port").intValue();
        });
        ModbusTcpClient anybody = ModbusTcpClient.create(tcp);
        anybody.connect();
        anybody.writeMultipleRegisters(1, HandshakeBlock.of(BLOCK).requesting(stop));
        anybody.disconnect();

        assertThat(device().log().writesOf("4")).isEqualTo(1);
        assertThat(device().log().repeats()).containsExactly("4");
    }

    @Test
    void anOperationThatTheControllerKnowsIsNotEvenSent() {
        try (Session session = open()) {
            session.write(stop(5), plenty());
        }
        try (Session again = open()) {
            assertThat(again.write(stop(5), plenty())).isInstanceOf(DeviceWord.Done.class);
        }
        assertThat(device().log().writes()).hasSize(1);
        assertThat(device().log().repeats()).isEmpty();
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
    void theSameNumberWithAnotherDigestIsRefusedAndTheFirstStays() {
        DeviceWrite other = new DeviceWrite("OP-X", 7, "ab".repeat(32), "start", List.of(sets(ORDER, "2")), json("{}"));
        try (Session session = open()) {
            session.write(stop(7), plenty());

            assertThat(session.write(other, plenty()))
                    .isInstanceOfSatisfying(DeviceWord.Refused.class, refused -> assertThat(refused.code())
                            .isEqualTo("HANDSHAKE_NUMBER_TAKEN"));
        }
        assertThat(device().log().writes()).hasSize(1);
    }

    @Test
    void whatTheControllersProgramRefusesIsARefusalWithItsCode() {
        try (Session session = open()) {
            DeviceWord word = session.write(write(8, "speed", sets(ORDER, "3"), sets(ORDER_SPEED, "99")), plenty());

            assertThat(word).isInstanceOfSatisfying(DeviceWord.Refused.class, refused -> assertThat(refused.code())
                    .isEqualTo("HANDSHAKE_2"));
        }
        assertThat(device().log().writes()).isEmpty();
    }
}
