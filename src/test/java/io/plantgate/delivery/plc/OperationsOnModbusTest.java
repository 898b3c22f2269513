package io.plantgate.delivery.plc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.embedded.plc.SimulatedModbusConveyor;
import io.plantgate.operation.Asked;
import io.plantgate.operation.Driver;
import io.plantgate.operation.EquipmentFiles;
import io.plantgate.operation.OperationFixture;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.Operations;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole operations against a Modbus TCP server, plain and with a handshake: the device's own log is the truth. */
class OperationsOnModbusTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String AROUND = """
            description: a conveyor
            protocol: modbus-tcp
            connection: %s
            callMillis: %d
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
                interlocks: [{tag: running, in: [true, false]}]
                writes: [{tag: run, value: false}]
                readBack: {conditions: [{tag: running, equals: false}]}
            """;
    private static final String HANDSHAKE = AROUND + """
            handshake: {request: 110, answers: 120, entries: 8}
            tags:
              order: {table: holding, address: 100}
              running: {table: discrete, address: 0}
            commands:
              stop:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                writes: [{tag: order, value: 1}]
            """;

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private SimulatedDevice device;
    private Operations operations;

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        operations.close();
        device.close();
        database.close();
    }

    @ParameterizedTest
    @Tag("I10")
    @CsvSource({
        "WELL,     1, succeeded, 0",
        "LATE,     1, succeeded, 1",
        "LOST,     1, succeeded, 1",
        "MUTE,     1, succeeded, 1",
        "CONFUSED, 1, succeeded, -1",
        "HANGS,    0, unknown,   1",
        "RESETS,   0, unknown,   1",
        "REFUSES,  0, failed,    0",
    })
    void aDeviceThatTakesAnonymousWritesIsWrittenOnceAndReadBack(
            Manner manner, int effects, String state, int workItems) throws IOException {
        device = SimulatedModbusConveyor.plain("conveyor", 0);
        play(PLAIN, manner, effects, state, workItems);
    }

    @ParameterizedTest
    @CsvSource({
        "WELL,   1, succeeded, 0",
        "LOST,   1, succeeded, 1",
        "MUTE,   1, succeeded, 1",
        "HANGS,  0, unknown,   1",
        "RESETS, 0, unknown,   1",
    })
    void aControllerThatKeepsOperationsSaysItselfWhatItDid(Manner manner, int effects, String state, int workItems)
            throws IOException {
        device = SimulatedModbusConveyor.withHandshake("conveyor", 0);
        play(HANDSHAKE, manner, effects, state, workItems);
    }

    /** @param workItems a negative number if it depends on the moment whether there is one */
    private void play(String yaml, Manner manner, int effects, String state, int workItems) throws IOException {
        Path file = folder.resolve("conveyor.equipment.yaml");
        Files.writeString(file, yaml.formatted(device.connection(), answers(manner) ? 20_000 : 700));
        List<Driver> drivers = List.of(new ModbusDriver(new Addresses(List.of()), PlcSettings.defaults()));
        operations = Operations.open(
                database.dataSource(),
                EquipmentFiles.load(folder, key -> null, drivers),
                drivers,
                OperationFixture.quick(),
                "node-1",
                new SimpleMeterRegistry());
        device.lateMillis(1_500);
        device.next(manner);

        operations.ask(stop());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows.one("select state, recover_at is null from operation"))
                        .isEqualTo(state + " t"));
        assertThat(operations.ask(stop())).isInstanceOf(Asked.Known.class);
        assertThat(device.log().writes()).hasSize(effects);
        if (workItems >= 0) {
            assertThat(rows.count("work_item")).isEqualTo(workItems);
        }
    }

    /** A short time is for what never answers in time; all else may be as slow as the machine. */
    private static boolean answers(Manner manner) {
        return manner != Manner.LATE && manner != Manner.MUTE && manner != Manner.HANGS;
    }

    private static OperationRequest stop() {
        return new OperationRequest(
                "shift",
                "shift",
                Door.REST,
                "OP7",
                "conveyor",
                "stop",
                null,
                null,
                Duration.ofSeconds(300),
                null,
                null);
    }
}
