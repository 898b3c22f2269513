package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.sets;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.digitalpetri.modbus.client.ModbusTcpClient;
import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.digitalpetri.modbus.tcp.client.NettyTcpClientTransport;
import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.embedded.plc.LoggedWrite;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Modbus device whose own program keeps the last operations and does none of them twice. */
class ModbusHandshakeTest extends DriverContract {

    private static final JsonNode BLOCK = json("{'orders': 100, 'request': 110, 'answers': 120, 'entries': 8}");
    private static final JsonNode APART = json("{'request': 110, 'answers': 120, 'entries': 8}");
    private static final Tag ORDER = tag("order", "{'table': 'holding', 'address': 100}");
    private static final Tag ORDER_SPEED = tag("orderSpeed", "{'table': 'holding', 'address': 101, 'scale': 0.1}");
    private static final Tag ELSEWHERE = tag("elsewhere", "{'table': 'holding', 'address': 109, 'type': 'uint32'}");
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
        ModbusRequestPdu order = ModbusTag.of(ORDER).writing(json("1"));
        anybody.writeMultipleRegisters(1, HandshakeBlock.of(BLOCK).ordering(stop, List.of(order)));
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
            // Asked later, it says nothing: ours may have been there before, and its entry be overwritten.
            assertThat(session.ask(other, plenty())).isInstanceOf(DeviceWord.Nothing.class);
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

    @Test
    void orderValuesAndNumberAreOneFrameAndWhatTheCommandDoesNotSayIsNull() throws Exception {
        DeviceWrite speed = write(9, "speed", sets(ORDER_SPEED, "2.5"), sets(ORDER, "3"));
        List<ModbusRequestPdu> writing = List.of(
                ModbusTag.of(ORDER_SPEED).writing(json("2.5")),
                ModbusTag.of(ORDER).writing(json("3")));

        WriteMultipleRegistersRequest frame = HandshakeBlock.of(BLOCK).ordering(speed, writing);

        assertThat(frame.address()).isEqualTo(100);
        assertThat(frame.quantity()).isEqualTo(16);
        assertThat(HexFormat.of().formatHex(frame.values()))
                .isEqualTo("0003" + "0019" + "0000".repeat(8) + "00000009" + "0000000900000009");
        try (Session session = open()) {
            assertThat(session.write(speed, plenty())).isInstanceOf(DeviceWord.Done.class);
            assertThat(session.vouchesForTheOrder()).isTrue();
        }
        assertThat(device().log().writes()).extracting(LoggedWrite::value).containsExactly("2.5");
    }

    @Test
    void whatLiesOutsideTheOrdersRegistersIsNotSent() {
        try (Session session = open()) {
            assertThat(session.write(write(10, "stop", sets(ORDER, "1"), sets(ELSEWHERE, "1")), plenty()))
                    .isInstanceOfSatisfying(DeviceWord.NotSent.class, none -> assertThat(none.evidence())
                            .contains("elsewhere", "holding 100 to 109"));
        }
        assertThat(device().log().writes()).isEmpty();
    }

    @Test
    void anOrderThatIsWrittenBeforeItsRequestIsFollowedTooButTheDeviceVouchesForItsNumberOnly() {
        device().next(Manner.LOST);
        try (Session session = apart()) {
            assertThat(session.write(stop(11), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        try (Session asking = apart()) {
            assertThat(asking.ask(stop(11), plenty())).isInstanceOf(DeviceWord.Done.class);
            assertThat(asking.vouchesForTheOrder()).isFalse();
        }
        assertThat(device().log().writesOf("11")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'orders': 110, 'request': 110, 'answers': 120, 'entries': 8}",
                "{'orders': 111, 'request': 110, 'answers': 120, 'entries': 8}",
                "{'orders': 0, 'request': 118, 'answers': 130, 'entries': 8}",
                "{'orders': 100, 'request': 200, 'answers': 120, 'entries': 8}",
                "{'request': 110, 'answers': 115, 'entries': 1}",
                "{'request': 110, 'answers': 103, 'entries': 1}",
            })
    void aBlockWhoseRegistersDoNotFitIsRefused(String block) {
        assertThatThrownBy(() -> HandshakeBlock.of(json(block)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("handshake.");
    }

    @ParameterizedTest
    @CsvSource({
        "order,     ''",
        "running,   'commands.stop writes tags.running, which can only be read'",
        "elsewhere, 'commands.stop writes tags.elsewhere, which lies not in the handshake''s orders, holding 100 to 109'",
        "'',        'commands.stop writes nothing'",
    })
    void aCommandThatCouldNeverBeWrittenIsFoundInTheFile(String tag, String finding) {
        Equipment equipment = new Equipment(
                "conveyor",
                "modbus-tcp",
                device().connection(),
                Map.of("order", ORDER, "running", RUNNING, "elsewhere", ELSEWHERE),
                Optional.of(BLOCK),
                Map.of("stop", tag.isEmpty() ? Set.of() : Set.of(tag)),
                Map.of(),
                Duration.ofSeconds(20));
        if (finding.isEmpty()) {
            assertThatCode(() -> driver(device()).check(equipment)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> driver(device()).check(equipment))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(finding);
        }
    }

    private Session apart() {
        Equipment equipment = new Equipment(
                "conveyor",
                "modbus-tcp",
                device().connection(),
                Map.of("order", ORDER, "running", RUNNING),
                Optional.of(APART),
                Map.of(),
                Duration.ofSeconds(20));
        return driver(device()).open(equipment, plenty());
    }
}
