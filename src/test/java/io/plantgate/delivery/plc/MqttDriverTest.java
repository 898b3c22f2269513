package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedMqttConveyor;
import io.plantgate.operation.Deadline;
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

/** A device that takes commands over MQTT and knows an operationId again. */
class MqttDriverTest extends DriverContract {

    private static final Tag RUNNING = tag("running", "{'value': 'running'}");

    @Override
    protected SimulatedDevice start() {
        return SimulatedMqttConveyor.at("conveyor", SharedBroker.url());
    }

    @Override
    protected Driver driver(SimulatedDevice device) {
        return new MqttDriver(new Addresses(List.of()), new MqttConnections(bundle -> null));
    }

    @Override
    protected Equipment equipment(String name, JsonNode connection, Duration callTime) {
        return new Equipment(
                name, "mqtt", connection, Map.of("running", RUNNING), Optional.empty(), Map.of(), callTime);
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
        return json("{'url': 'tcp://127.0.0.1:1', 'commands': 'c', 'answers': 'a'}");
    }

    @Override
    protected Class<? extends DeviceWord> best() {
        return DeviceWord.Accepted.class;
    }

    @Test
    void aCommandThatComesTwiceIsDoneOnceBecauseTheDeviceKnowsItsName() {
        try (Session session = open()) {
            session.write(stop(4), plenty());
            session.write(stop(4), plenty());
        }
        eventually().untilAsserted(() -> assertThat(device().log().repeats()).containsExactly("OP-4"));
        assertThat(device().log().writesOf("OP-4")).isEqualTo(1);
    }

    @Test
    void whatWasDoneWhileTheAnswerWasLostIsFoundOutByAsking() {
        device().next(Manner.LOST);
        try (Session session = open()) {
            assertThat(session.write(stop(6), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        try (Session asking = open()) {
            eventually().untilAsserted(() -> assertThat(asking.ask(stop(6), plenty()))
                    .isInstanceOf(DeviceWord.Done.class));
        }
    }

    @Test
    void theSameNameWithAnotherDigestIsNotTheOperationThatTheDeviceKnows() {
        DeviceWrite other = new DeviceWrite("OP-7", 7, "ab".repeat(32), "start", List.of(), json("{}"));
        try (Session session = open()) {
            session.write(stop(7), plenty());

            assertThat(session.ask(other, plenty())).isInstanceOf(DeviceWord.Nothing.class);
        }
    }

    @Test
    void aCommandThatNobodyListensToIsRefusedByTheBroker() {
        ObjectNode elsewhere = device().connection().deepCopy();
        Equipment nobody =
                equipment("nobody", elsewhere.put("commands", "plant/nobody/commands"), Duration.ofSeconds(20));

        try (Session session = driver(device()).open(nobody, Deadline.in(Duration.ofSeconds(20)))) {
            assertThat(session.write(stop(8), plenty()))
                    .isInstanceOfSatisfying(DeviceWord.Refused.class, refused -> assertThat(refused.code())
                            .isEqualTo("MQTT_10"));
        }
    }

    @Test
    void aDeviceThatCannotBeAskedIsNotAsked() {
        ObjectNode silent = device().connection().deepCopy();
        silent.remove("queries");
        Equipment deaf = equipment("conveyor", silent, Duration.ofSeconds(20));

        try (Session session = driver(device()).open(deaf, plenty())) {
            assertThat(session.ask(stop(9), plenty())).isInstanceOf(DeviceWord.Nothing.class);
        }
    }
}
