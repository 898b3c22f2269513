package io.plantgate.delivery.plc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.embedded.plc.LoggedWrite;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
import io.plantgate.embedded.plc.SimulatedMqttConveyor;
import io.plantgate.embedded.plc.SimulatedOpcUaConveyor;
import io.plantgate.operation.Driver;
import io.plantgate.operation.EquipmentFiles;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.OperationState;
import io.plantgate.operation.Operations;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations with random faults, asked for again and again at two nodes, against servers of the real protocols. After
 * each, the device's own log says whether what the gateway believes is true. How to run it at full size:
 * {@code src/docs/how-to/break-it.md}.
 */
class RandomFaultsTest {

    private static final int RUNS = Integer.getInteger("plantgate.test.operation.runs", 20);
    private static final long SEED = Long.getLong("seed", 2026);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int ASKS_MAX = 4;

    private static final String AROUND = """
            description: a conveyor
            protocol: %s
            connection: %s
            callMillis: 700
            windows: {queueSeconds: 60, reconnectSeconds: 60, manualRetrySeconds: 600, replaySeconds: 7200, resultsSeconds: 86400}
            ownership: {reception: the gateway, effect: the conveyor, resultQuery: the gateway, compensation: the shift}
            """;
    private static final String PLAIN = AROUND + """
            tags:
              run: {table: coil, address: 0}
              running: {table: discrete, address: 0}
            commands:
              stop:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                writes: [{tag: run, value: false}]
                readBack: {conditions: [{tag: running, equals: false}]}
              start:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                writes: [{tag: run, value: true}]
                readBack: {conditions: [{tag: running, equals: true}]}
            """;
    private static final String HANDSHAKE = AROUND + """
            handshake: {orders: 100, request: 110, answers: 120, entries: 8}
            tags:
              order: {table: holding, address: 100}
            commands:
              stop: {class: start-stop, from: [shift], validitySecondsMax: 600, writes: [{tag: order, value: 1}]}
              start: {class: start-stop, from: [shift], validitySecondsMax: 600, writes: [{tag: order, value: 2}]}
            """;
    private static final String OPC_UA = AROUND + """
            handshake: {object: "ns=2;s=Conveyor", submit: "ns=2;s=Conveyor.Submit", status: "ns=2;s=Conveyor.Status"}
            commands:
              stop: {class: start-stop, from: [shift], validitySecondsMax: 600}
              start: {class: start-stop, from: [shift], validitySecondsMax: 600}
            """;
    private static final String MQTT = AROUND + """
            commands:
              stop: {class: start-stop, from: [shift], validitySecondsMax: 600, completionSeconds: 1}
              start: {class: start-stop, from: [shift], validitySecondsMax: 600, completionSeconds: 1}
            """;

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Operations> nodes = new ArrayList<>();
    private final Map<String, SimulatedDevice> devices = new TreeMap<>();
    private final Map<String, Played> played = new ConcurrentSkipListMap<>();

    private record Played(String device, Manner manner, long done) {}

    @TempDir
    private Path folder;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        database.close();
    }

    @Test
    @Tag("W-05")
    @Tag("I06")
    void noOperationIsDoneTwiceAndWhatIsBelievedIsTrueHoweverDevicesMisbehave() throws Exception {
        startThePlant();
        ExecutorService workers = Executors.newFixedThreadPool(devices.size());
        opened.add(0, workers::shutdownNow);
        List<Future<?>> all = new ArrayList<>();
        int number = 0;
        for (SimulatedDevice device : devices.values()) {
            int first = number++;
            all.add(workers.submit(() -> playAll(device, first)));
        }
        for (Future<?> one : all) {
            one.get();
        }
        nothingWasDoneTwice();
        everyEndIsTrue();
        everyUnknownHasAWorkItem();
        writeDown();
    }

    private void playAll(SimulatedDevice device, int first) {
        Random random = new Random(SEED + first);
        device.lateMillis(1_000);
        List<String> open = new ArrayList<>();
        for (int run = first; run < RUNS; run += devices.size()) {
            String operation = "RUN-" + SEED + "-" + run;
            play(device, operation, random);
            open.add(operation);
            // While one is unknown, nothing that is read back proves a later one.
            if (random.nextBoolean()) {
                open.forEach(this::settleAsSeen);
                open.clear();
            }
        }
    }

    /** What a person would say who looked at the machine; nothing if it is known already. */
    private void settleAsSeen(String operation) {
        OperationState seen = played.get(operation).done() == 1 ? OperationState.SUCCEEDED : OperationState.FAILED;
        nodes.get(0)
                .people()
                .settle(
                        new OperationRequest.Name("shift", operation),
                        seen,
                        "the device's own log",
                        new Signed("anna", "looked at the machine"));
    }

    private void play(SimulatedDevice device, String operation, Random random) {
        String command = random.nextBoolean() ? "stop" : "start";
        Manner manner = Manner.values()[random.nextInt(Manner.values().length)];
        int before = device.log().writes().size();
        device.next(manner);
        int asks = 1 + random.nextInt(ASKS_MAX);
        int firstNode = random.nextInt(nodes.size());
        for (int ask = 0; ask < asks; ask++) {
            nodes.get((firstNode + ask) % nodes.size()).ask(request(device.name(), operation, command));
        }

        String state = awaitEnd(operation);
        nodes.get(firstNode).ask(request(device.name(), operation, command));

        long done = done(device, operation, before);
        String what = "%s: %s of %s, %s".formatted(operation, command, device.name(), manner);
        assertThat(done).as(what).isLessThanOrEqualTo(1);
        switch (state) {
            case "succeeded" -> assertThat(done).as(what + ": succeeded").isEqualTo(1);
            case "failed" -> assertThat(done).as(what + ": failed").isZero();
            default -> assertThat(state).as(what).isEqualTo("unknown");
        }
        played.put(operation, new Played(device.name(), manner, done));
    }

    /** How often the device did it: by the operation's name where it is told one, else by what it did since then. */
    private long done(SimulatedDevice device, String operation, int before) {
        if (device.name().equals("plain")) {
            return device.log().writes().size() - before;
        }
        String number =
                rows.one("select coalesce(operation_number, 0) from operation where operation_id = ?", operation);
        return device.log().writesOf(number) + device.log().writesOf("shift/" + operation);
    }

    /** Nothing more follows by itself: the device was asked as often as it is. */
    private String awaitEnd(String operation) {
        String ends =
                "select state from operation where operation_id = ? and state >= 'succeeded' and recover_at is null";
        // A broker's answer to a connection that was given up kills a thread of Paho's, which nobody waits for.
        await(operation)
                .dontCatchUncaughtExceptions()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !rows.list(ends, operation).isEmpty());
        return rows.one(ends, operation);
    }

    private void nothingWasDoneTwice() {
        for (SimulatedDevice device : devices.values()) {
            Map<String, Long> times = device.log().writes().stream()
                    .map(LoggedWrite::operation)
                    .filter(operation -> !operation.isEmpty())
                    .collect(Collectors.groupingBy(operation -> operation, Collectors.counting()));
            assertThat(times.values()).as(device.name()).allMatch(count -> count == 1);
        }
        assertThat(rows.count("operation")).isEqualTo(RUNS);
    }

    /** Once more at the end: a late answer may have settled an unknown meanwhile. */
    private void everyEndIsTrue() {
        played.forEach((operation, one) -> {
            String state = rows.one("select state from operation where operation_id = ?", operation);
            assertThat(state.equals("unknown") || state.equals(one.done() == 1 ? "succeeded" : "failed"))
                    .as("%s is %s: %s", operation, state, one)
                    .isTrue();
        });
    }

    private void everyUnknownHasAWorkItem() {
        assertThat(rows.list("""
                        select operation_id from operation o
                         where state = 'unknown'
                           and not exists (select from work_item w
                                            where w.operation_key = o.operation_key and kind = 'OPERATION'
                                              and not exists (select from settlement s where s.work_item_id = w.work_item_id))""")).isEmpty();
    }

    private void writeDown() throws IOException {
        Path file = Files.createDirectories(Path.of("target", "operations")).resolve("random-faults.csv");
        List<String> lines = new ArrayList<>(List.of("device,manner,state,done at the device,operations"));
        Map<String, Integer> ended = new TreeMap<>();
        played.forEach((operation, one) -> {
            String state = rows.one("select state from operation where operation_id = ?", operation);
            ended.merge(one.device() + "," + one.manner() + "," + state + "," + one.done(), 1, Integer::sum);
        });
        ended.forEach((what, times) -> lines.add(what + "," + times));
        Files.write(file, lines);
        System.out.printf(
                "MEASURED %d operations with random faults, seed %d: %s; none done twice%n",
                RUNS, SEED, rows.list("select state || ' ' || count(*) from operation group by state order by state"));
    }

    private void startThePlant() throws Exception {
        add(PLAIN, "modbus-tcp", SimulatedModbusConveyor.plain("plain", 0));
        add(HANDSHAKE, "modbus-tcp", SimulatedModbusConveyor.withHandshake("handshake", 0));
        add(OPC_UA, "opc-ua", SimulatedOpcUaConveyor.start("opcua", 0));
        add(MQTT, "mqtt", SimulatedMqttConveyor.at("mqtt", SharedBroker.url()));
        node("node-1");
        node("node-2");
    }

    private void add(String yaml, String protocol, SimulatedDevice device) throws IOException {
        Files.writeString(
                folder.resolve(device.name() + ".equipment.yaml"), yaml.formatted(protocol, device.connection()));
        devices.put(device.name(), device);
        opened.add(0, device);
    }

    private void node(String name) {
        Addresses addresses = new Addresses(List.of());
        MqttDriver mqtt = new MqttDriver(addresses, new MqttConnections(bundle -> null));
        List<Driver> drivers = List.of(
                new ModbusDriver(addresses, PlcSettings.defaults()),
                new OpcUaDriver(addresses, new OpcUaCertificates(bundle -> null)),
                mqtt);
        EquipmentFiles equipment = EquipmentFiles.load(folder, key -> null, drivers);
        HikariDataSource pool = database.anotherPool();
        opened.add(0, pool);
        Operations node =
                Operations.open(pool, equipment, drivers, OperationFixture.quick(), name, new SimpleMeterRegistry());
        opened.add(0, node);
        opened.add(0, new MqttCompletions(mqtt, equipment::devices, node.reports(), name, PlcSettings.defaults()));
        nodes.add(node);
    }

    private static OperationRequest request(String target, String operation, String command) {
        Duration valid = Duration.ofSeconds(300);
        return new OperationRequest(
                "shift", "shift", Door.REST, operation, target, command, null, null, valid, null, null);
    }
}
