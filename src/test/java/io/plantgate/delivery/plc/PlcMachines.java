package io.plantgate.delivery.plc;

import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
import io.plantgate.embedded.plc.SimulatedMqttConveyor;
import io.plantgate.embedded.plc.SimulatedOpcUaConveyor;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.Machine;
import io.plantgate.operation.Operations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Simulated conveyors behind the real drivers, each with the commands that tests of operations give. */
public final class PlcMachines {

    private static final Addresses ADDRESSES = new Addresses(List.of());

    private static final String AROUND = """
            description: a conveyor
            protocol: %s
            connection: %s
            callMillis: 20000
            windows: {queueSeconds: 60, reconnectSeconds: 60, manualRetrySeconds: 600, replaySeconds: 7200, resultsSeconds: 86400}
            ownership: {reception: the gateway, effect: the conveyor, resultQuery: the gateway, compensation: the shift}
            """;
    private static final String COMMANDS = """
            commands:
              stop:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                interlocks: [{tag: running, in: [true, false]}]
                %1$s
                readBack: {conditions: [{tag: running, equals: false}]}
              start:
                class: start-stop
                from: [shift]
                authorisation: approver
                validitySecondsMax: 600
                %2$s
                readBack: {conditions: [{tag: running, equals: true}]}
              speed:
                class: refresh
                from: [shift]
                parameters:
                  speed: {type: number, min: 0, max: 50, unit: m/min}
                  why: {type: text, required: false, charsMax: 20}
                validitySecondsMax: 600
                %3$s
                readBack: {conditions: [{tag: speed, parameter: speed}]}
              home:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                completionSeconds: 600
                %1$s
              step:
                class: increment
                from: [shift]
                authorisation: approver
                validitySecondsMax: 600
                %4$s
                readBack: {conditions: [{tag: running, in: [true, false]}], rises: orders}
            """;
    // What a device that is told the command needs besides it.
    private static final String NOTHING = "repeat: known-not-done";
    private static final String WRITTEN = COMMANDS.formatted(
            "writes: [{tag: run, value: false}]",
            "writes: [{tag: run, value: true}]",
            "writes: [{tag: speed, parameter: speed}]",
            "writes: [{tag: speed, value: 11}]");
    private static final String CALLED = COMMANDS.formatted(NOTHING, NOTHING, NOTHING, NOTHING);
    private static final String MODBUS = AROUND + """
            tags:
              run: {table: coil, address: 0}
              running: {table: discrete, address: 0}
              speed: {table: holding, address: 0, scale: 0.1}
              orders: {table: input, address: 1}
            """ + WRITTEN;
    private static final String OPC_UA = AROUND + """
            tags:
              run: {node: "ns=2;s=Conveyor.Running", type: boolean}
              running: {node: "ns=2;s=Conveyor.Running", type: boolean}
              speed: {node: "ns=2;s=Conveyor.Speed", type: double}
              orders: {node: "ns=2;s=Conveyor.Orders", type: int32}
            """ + WRITTEN;
    private static final String OPC_UA_METHODS = AROUND + """
            handshake: {object: "ns=2;s=Conveyor", submit: "ns=2;s=Conveyor.Submit", status: "ns=2;s=Conveyor.Status"}
            tags:
              running: {node: "ns=2;s=Conveyor.Running", type: boolean}
              speed: {node: "ns=2;s=Conveyor.Speed", type: double}
              orders: {node: "ns=2;s=Conveyor.Orders", type: int32}
            """ + CALLED;
    private static final String MQTT = AROUND + """
            tags:
              running: {value: running}
              speed: {value: speed}
              orders: {value: orders}
            """ + CALLED;

    private PlcMachines() {}

    /** By the name of the protocol; each call starts one. */
    public static Map<String, Supplier<Machine>> all() {
        return new TreeMap<>(Map.of(
                "Modbus TCP",
                () -> new Plc(SimulatedModbusConveyor.plain("conveyor", 0), modbus(), MODBUS),
                "OPC UA",
                () -> new Plc(
                        SimulatedOpcUaConveyor.start("conveyor", 0),
                        new OpcUaDriver(ADDRESSES, new OpcUaCertificates(bundle -> null)),
                        OPC_UA),
                "OPC UA methods",
                () -> new Plc(
                        SimulatedOpcUaConveyor.start("conveyor", 0),
                        new OpcUaDriver(ADDRESSES, new OpcUaCertificates(bundle -> null)),
                        OPC_UA_METHODS),
                "MQTT",
                () -> new Talking(
                        SimulatedMqttConveyor.at("conveyor", SharedBroker.url()),
                        new MqttDriver(ADDRESSES, new MqttConnections(bundle -> null)))));
    }

    /** Of Modbus TCP, for a process of its own. */
    public static Driver modbus() {
        return new ModbusDriver(ADDRESSES, PlcSettings.defaults());
    }

    private static class Plc implements Machine {

        private final SimulatedDevice device;
        private final Driver driver;
        private final String yaml;

        Plc(SimulatedDevice device, Driver driver, String yaml) {
            this.device = device;
            this.driver = driver;
            this.yaml = yaml;
        }

        @Override
        public Driver driver() {
            return driver;
        }

        @Override
        public String equipment() {
            return yaml.formatted(driver.protocol(), device.connection());
        }

        @Override
        public void will(Fault fault) {
            device.next(
                    switch (fault) {
                        case LOSE_ANSWER -> Manner.LOST;
                        case LOSE_REQUEST -> Manner.RESETS;
                        case TAKE_OVER -> Manner.TAKES_OVER;
                    });
        }

        @Override
        public int effects() {
            return device.log().writes().size();
        }

        @Override
        public void close() {
            device.close();
        }
    }

    /** Says on its own what became of a command. */
    private static final class Talking extends Plc {

        private final SimulatedMqttConveyor device;
        private final MqttDriver driver;
        private MqttCompletions completions;

        Talking(SimulatedMqttConveyor device, MqttDriver driver) {
            super(device, driver, MQTT);
            this.device = device;
            this.driver = driver;
        }

        @Override
        public boolean reports() {
            return true;
        }

        @Override
        public void listen(Operations node) {
            Equipment conveyor = new Equipment(
                    "conveyor",
                    "mqtt",
                    device.connection(),
                    Map.of(),
                    Optional.empty(),
                    Map.of(),
                    Duration.ofSeconds(3));
            completions = new MqttCompletions(
                    driver, () -> List.of(conveyor), node.reports(), "listening", PlcSettings.defaults());
        }

        @Override
        public void finish(Operations node) {
            device.finish();
        }

        @Override
        public void close() {
            if (completions != null) {
                completions.close();
            }
            super.close();
        }
    }
}
