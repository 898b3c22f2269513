package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.Tag;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two files that mean one place name it alike; what is next to it has another name. */
class PlacesTest {

    private static final Addresses NO_STAND_INS = new Addresses(List.of());
    private static final Driver MODBUS = new ModbusDriver(NO_STAND_INS, PlcSettings.defaults());
    private static final Driver OPC_UA = new OpcUaDriver(NO_STAND_INS, new OpcUaCertificates(name -> null));
    private static final Driver MQTT = new MqttDriver(NO_STAND_INS, new MqttConnections(name -> null));
    private static final Driver S7 = new S7Driver(NO_STAND_INS);

    private static final Tag SPEED = tag("speed", "{'table': 'holding', 'address': 10, 'type': 'uint32'}");
    private static final Tag HALF = tag("half", "{'table': 'holding', 'address': 11}");
    private static final Tag COIL = tag("coil", "{'table': 'coil', 'address': 10}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'host': 'PLC-1'}                        | plc-1:502 unit 1",
                "{'host': 'plc-1', 'port': 502}           | plc-1:502 unit 1",
                "{'host': 'plc-1', 'port': 503}           | plc-1:503 unit 1",
                "{'host': 'plc-1', 'unit': 2}             | plc-1:502 unit 2",
            })
    void aModbusDeviceIsHostPortAndUnit(String connection, String device) {
        assertThat(MODBUS.places(writing("modbus-tcp", connection, SPEED)))
                .containsExactlyInAnyOrder(device + ", holding 10", device + ", holding 11");
    }

    @Test
    void aModbusHandshakeWritesOrderAndRequest() {
        Equipment equipment = new Equipment(
                "conveyor",
                "modbus-tcp",
                json("{'host': 'plc-1'}"),
                Map.of(),
                Optional.of(json("{'orders': 8, 'request': 9, 'answers': 20, 'entries': 1}")),
                Map.of(),
                Duration.ofSeconds(1));

        assertThat(MODBUS.places(equipment))
                .hasSize(7)
                .contains("plc-1:502 unit 1, holding 8", "plc-1:502 unit 1, holding 14");
    }

    @Test
    void aCoilIsNotTheRegisterOfItsNumber() {
        assertThat(MODBUS.places(writing("modbus-tcp", "{'host': 'plc-1'}", COIL)))
                .containsExactly("plc-1:502 unit 1, coil 10");
    }

    @Test
    void twoTagsOfOneCommandDoNotShareARegister() {
        assertThatThrownBy(() -> MODBUS.check(writing("modbus-tcp", "{'host': 'plc-1'}", SPEED, HALF)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("share holding 11");
        MODBUS.check(writing("modbus-tcp", "{'host': 'plc-1'}", SPEED, COIL));
    }

    @ParameterizedTest
    @CsvSource({
        "opc.tcp://Line_1:4840/conveyor, line_1:4840",
        "opc.tcp://line_1/, line_1:4840",
        "opc.tcp://line_1:4841, line_1:4841",
        "opc.tcp://[::1], [::1]:4840",
    })
    void anOpcUaServerIsHostAndPort(String url, String server) {
        Tag speed = tag("speed", "{'node': 'ns=2;s=Speed', 'type': 'double'}");

        assertThat(OPC_UA.places(writing("opc-ua", "{'url': '%s'}".formatted(url), speed)))
                .containsExactly(server + ", node ns=2;s=Speed");
    }

    @Test
    void anOpcUaHandshakeIsItsObject() {
        Equipment equipment = new Equipment(
                "conveyor",
                "opc-ua",
                json("{'url': 'opc.tcp://line'}"),
                Map.of(),
                Optional.of(json("{'object': 'ns=2;s=Gate', 'submit': 'ns=2;s=Submit', 'status': 'ns=2;s=Status'}")),
                Map.of(),
                Duration.ofSeconds(1));

        assertThat(OPC_UA.places(equipment)).containsExactly("line:4840, node ns=2;s=Gate");
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://Broker, broker:1883",
        "ssl://user@broker, broker:8883",
        "tcp://broker:1884, broker:1884",
        "wss://broker/mqtt, broker:443",
    })
    void anMqttDeviceIsBrokerAndTopic(String url, String broker) {
        String connection = "{'url': '%s', 'commands': 'line/do', 'answers': 'line/done'}".formatted(url);

        assertThat(MQTT.places(writing("mqtt", connection))).containsExactly(broker + ", topic line/do");
    }

    @Test
    void anS7DeviceIsItsHostAndTheBitsOfItsVariable() {
        Tag run = tag("run", "{'address': '%DB1.DBX0.0:BOOL'}");

        assertThat(S7.places(writing("s7", "{'host': 'PLC-1'}", run)))
                .containsExactly("s7://plc-1, DATA_BLOCKS 1, byte 0, bit 0");
    }

    @ParameterizedTest
    @CsvSource({"opc-ua, line", "opc-ua, opc.tcp:///conveyor", "mqtt, tcp://", "mqtt, a b"})
    void anAddressWithoutAHostIsRefusedBeforeAnythingIsSent(String protocol, String url) {
        String more = protocol.equals("mqtt") ? ", 'commands': 'do', 'answers': 'done'" : "";
        Driver driver = protocol.equals("mqtt") ? MQTT : OPC_UA;

        assertThatThrownBy(() -> driver.check(writing(protocol, "{'url': '%s'%s}".formatted(url, more))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connection.url")
                .hasMessageContaining("names no host");
    }

    private static Equipment writing(String protocol, String connection, Tag... tags) {
        Map<String, Tag> byName = Arrays.stream(tags).collect(Collectors.toMap(Tag::name, Function.identity()));
        Map<String, Set<String>> writes = tags.length == 0 ? Map.of() : Map.of("order", byName.keySet());
        return new Equipment(
                "conveyor",
                protocol,
                json(connection),
                byName,
                Optional.empty(),
                writes,
                Map.of(),
                Duration.ofSeconds(1));
    }
}
