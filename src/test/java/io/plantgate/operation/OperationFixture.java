package io.plantgate.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Operations on a database of their own, with a conveyor that is a scripted device. */
public final class OperationFixture implements AutoCloseable {

    static final String CONVEYOR = """
            description: a conveyor
            protocol: scripted
            connection: {host: nowhere}
            callMillis: 500
            tags:
              running: {at: 0}
              local: {at: 1}
              speed: {at: 2}
              version: {at: 3}
            windows: {queueSeconds: 60, reconnectSeconds: 60, manualRetrySeconds: 600, replaySeconds: 7200, resultsSeconds: 86400}
            ownership: {reception: the gateway, effect: the conveyor, resultQuery: the gateway, compensation: the shift}
            commands:
              stop:
                class: start-stop
                from: [shift, scada, effects]
                validitySecondsMax: 600
                interlocks: [{tag: local, equals: false}]
                writes: [{tag: running, value: false}]
                readBack: {conditions: [{tag: running, equals: false}]}
              start:
                class: start-stop
                from: [shift]
                authorisation: approver
                validitySecondsMax: 600
                writes: [{tag: running, value: true}]
                readBack: {conditions: [{tag: running, equals: true}]}
              reset:
                class: start-stop
                from: [shift]
                authorisation: four-eyes
                validitySecondsMax: 600
                writes: [{tag: running, value: false}]
                readBack: {conditions: [{tag: running, equals: false}]}
              speed:
                class: refresh
                from: [shift, scada]
                parameters:
                  speed: {type: number, min: 0, max: 50, unit: m/min}
                  why: {type: text, required: false, charsMax: 20}
                validitySecondsMax: 600
                merge: newest-waiting
                writes: [{tag: speed, parameter: speed}]
                readBack: {conditions: [{tag: speed, parameter: speed}]}
              home:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                completionSeconds: 600
                writes: [{tag: running, value: false}]
              step:
                class: increment
                from: [shift]
                authorisation: approver
                validitySecondsMax: 600
                writes: [{tag: speed, value: 11}]
                readBack: {conditions: [{tag: speed, equals: 11}], rises: version}
              look:
                class: read
                from: ["*"]
                validitySecondsMax: 600
                reads: [running, speed]
              jog:
                class: refresh
                from: [shift]
                validitySecondsMax: 600
                ratePerMinute: 2
                writes: [{tag: running, value: true}]
                readBack: {conditions: [{tag: running, equals: true}]}
              once:
                class: start-stop
                from: [shift]
                validitySecondsMax: 600
                repeat: never
                writes: [{tag: running, value: false}]
                readBack: {conditions: [{tag: running, equals: false}]}
            """;

    private static final String EMPTY = """
            truncate operation, operation_move, operation_attempt, operation_approval, operation_word, operation_conflict, operation_door,
                     work_item, settlement
            """;

    // One for all tests of operations, emptied for each: their tables are few, and copies of a database are not. Made
    // when a
    // fixture is: a process that dies on purpose takes only texts from here, and would leave a PostgreSQL behind.
    private static final class Shared {
        private static final TestDatabase DATABASE = TestDatabase.fresh();
    }

    public final TestDatabase database = Shared.DATABASE;
    public final Rows rows = new Rows(database.dataSource());
    final ScriptedDevice device = new ScriptedDevice();
    private static final String ASKED = """
            select state, recover_at is null,
                   recoveries <= ? + (select coalesce(sum(times), 0) from operation_word w
                                       where w.operation_key = o.operation_key and way = 'read_back')
              from operation o where client = 'shift' and operation_id = ?
            """;

    final Machine machine;
    /** Of all its nodes together. */
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    final Map<String, EquipmentTarget> equipment = new TreeMap<>();
    /** Done when the equipment is to be read again. */
    volatile Runnable reloading = () -> {};

    /** Whose files are gone. */
    final Set<String> gone = ConcurrentHashMap.newKeySet();

    final Plant plant = new Plant() {
        @Override
        public Set<String> gone() {
            return gone;
        }

        @Override
        public boolean reload() {
            reloading.run();
            return false;
        }

        @Override
        public Optional<EquipmentTarget> find(String name) {
            return Optional.ofNullable(equipment.get(name));
        }

        @Override
        public Collection<EquipmentTarget> all() {
            return equipment.values();
        }
    };
    private final List<AutoCloseable> opened = new ArrayList<>();

    public OperationFixture() {
        this(null);
    }

    /** @param machine what is operated, or null for the scripted device; closed with the site */
    OperationFixture(Machine machine) {
        this.machine = machine == null ? device : machine;
        rows.execute(EMPTY);
        add("conveyor", this.machine.equipment());
    }

    void add(String name, String yaml) {
        equipment.put(name, EquipmentReader.read(name, name + ".equipment.yaml", yaml, key -> null));
    }

    /** The same for tests of other packages. */
    public static OperationSettings quick() {
        return settings();
    }

    /** Quick pauses, so that tests wait for conditions and not for defaults. */
    static OperationSettings settings() {
        return settings(10_000);
    }

    static OperationSettings settings(int openMax) {
        return new OperationSettings(openMax, 10, 60, 60, 128, 65_536, 8, 8, 30, 20, 10, 3, 10, 50, 2, 3, 20, 100);
    }

    /** Leases without a margin, for nodes that die. */
    static OperationSettings shortLeases() {
        return new OperationSettings(10_000, 10, 60, 60, 128, 65_536, 8, 8, 30, 20, 0, 3, 10, 50, 2, 3, 20, 100);
    }

    public Operations node(String name) {
        return node(name, settings());
    }

    Operations node(String name, OperationSettings settings) {
        HikariDataSource pool = database.anotherPool();
        Operations node = Operations.open(pool, plant, List.of(machine.driver()), settings, name, meters);
        opened.add(0, () -> {
            node.close();
            pool.close();
        });
        return node;
    }

    /** The next write is lost on its way: nothing is done, nothing is answered. */
    public void loseTheNextRequest() {
        device.will(ScriptedDevice.Turn.LOSE_REQUEST);
    }

    /**
     * In that state, and asked about for the last time: the last question has its answer too, so that nothing that the
     * scripted device shows from now on is read for it.
     */
    void awaitAsked(String id, String state) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() ->
                        assertThat(rows.one(ASKED, device.silences.get(), id)).isEqualTo(state + " t t"));
    }

    /** How many writes had an effect. */
    public int effects() {
        return machine.effects();
    }

    static OperationRequest request(String id, String command) {
        return request("shift", id, command, null);
    }

    static OperationRequest request(String client, String id, String command, JsonNode parameters) {
        return new OperationRequest(
                client,
                client,
                Door.REST,
                id,
                "conveyor",
                command,
                parameters,
                null,
                Duration.ofSeconds(300),
                null,
                null);
    }

    static OperationRequest replacing(String id, String command, String old, String reason) {
        return new OperationRequest(
                "shift",
                "shift",
                Door.REST,
                id,
                "conveyor",
                command,
                null,
                null,
                Duration.ofSeconds(300),
                new Name("shift", old),
                reason);
    }

    static JsonNode json(String text) {
        return OperationPayload.read(text);
    }

    static JsonNode speed(int speed) {
        return JsonNodeFactory.instance.objectNode().put("speed", speed);
    }

    static Name shift(String id) {
        return new Name("shift", id);
    }

    /** The states through which it went, in their order. */
    List<String> history(String id) {
        return rows.list(
                "select to_state from operation_history where client = 'shift' and operation_id = ? order by move_id",
                id);
    }

    public String state(String id) {
        return rows.one("select state from operation where client = 'shift' and operation_id = ?", id);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        machine.close();
    }
}
