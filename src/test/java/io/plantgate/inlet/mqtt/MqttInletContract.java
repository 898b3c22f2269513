package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.mqtt.Standing.Phase;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;

/** What the MQTT inlet promises, whatever the broker: the template, the consumer, intake, the ledger on PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MqttInletContract {

    /** How much waits in the broker; at its full size: {@code -Dmqtt.queued=100000}. */
    private static final int QUEUED = Integer.getInteger("mqtt.queued", 5_000);

    private static final int STOPS = 10;

    private Broker broker;
    private TestDatabase database;
    private Rows rows;
    private Store store;
    private String pump;
    private String topic;

    abstract Broker startBroker(Path directory) throws Exception;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        broker = startBroker(directory.resolve("broker"));
    }

    @AfterAll
    void stop() throws Exception {
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void fresh(TestInfo test) {
        database = TestDatabase.fresh();
        rows = new Rows(database.dataSource());
        pump = "P-" + Integer.toHexString(test.getDisplayName().hashCode());
        topic = "plant/" + pump + "/trip";
    }

    @AfterEach
    void end() {
        database.close();
    }

    @Test
    @Tag("C01")
    void aRetainedMessageSeenAgainAfterAReconnectIsADuplicateAndItsRetainFlagIsKept() throws Exception {
        try (Plant plant = new Plant(broker.url())) {
            plant.publish(topic, new MqttMessage(Plant.trip(pump, "T1", "high"), 1, true, null));
            plant.allAcknowledged();
            for (int connection = 1; connection <= 2; connection++) {
                int arrivals = connection;
                try (MqttNode gateway = gateway()) {
                    eventually().until(() -> rows.count("arrival") >= arrivals);
                }
            }

            assertThat(rows.list("select decision, facts ->> 'retain' from arrival order by arrival_id"))
                    .containsExactly("CANONICAL true", "DUPLICATE true");
            plant.publish(topic, new MqttMessage(new byte[0], 1, true, null));
        }
    }

    @Test
    @Tag("C02")
    void whatWaitsInTheBrokerIsAllStoredAfterOneStart() throws Exception {
        gateway().close();
        try (Plant plant = new Plant(broker.url())) {
            plant.publishTrips(topic, pump, 0, QUEUED);
        }

        long begin = System.nanoTime();
        try (MqttNode gateway = gateway()) {
            eventually().until(() -> canonicals() == QUEUED);
            measured("queued and stored after one start", begin);
            assertThat(rows.count("arrival where decision not in ('CANONICAL', 'DUPLICATE')"))
                    .isZero();
        }
    }

    @Test
    @Tag("C02")
    void stoppedGentlyAndStartedAgainInTheMiddleNothingIsLostAndNothingFails() throws Exception {
        gateway().close();
        try (Plant plant = new Plant(broker.url())) {
            plant.publishTrips(topic, pump, 0, QUEUED);
        }

        long begin = System.nanoTime();
        for (int stop = 1; stop <= STOPS; stop++) {
            int part = (int) ((long) QUEUED * stop / (STOPS + 1));
            try (MqttNode gateway = gateway()) {
                eventually().until(() -> canonicals() >= part);
            }
        }
        try (MqttNode gateway = gateway()) {
            eventually().until(() -> canonicals() == QUEUED);
        }
        measured("queued and stored over " + STOPS + " gentle stops", begin);
    }

    @Test
    void suspendedItFinishesAndAcknowledgesWhatItTookAndResumedItGoesOn() throws Exception {
        try (MqttNode gateway = gateway();
                Plant plant = new Plant(broker.url())) {
            plant.publishTrips(topic, pump, 0, 100);
            eventually().until(() -> canonicals() == 100);

            gateway.camel.getRouteController().suspendRoute("pumps-mqtt");
            eventually().until(() -> phase(gateway) == Phase.STOPPED);
            plant.publishTrips(topic, pump, 100, 50);
            assertThat(canonicals()).isEqualTo(100);

            gateway.camel.getRouteController().resumeRoute("pumps-mqtt");
            eventually().until(() -> canonicals() == 150);
            assertThat(rows.count("arrival where decision = 'DUPLICATE'")).isZero();
        }
    }

    @Test
    @Tag("C03")
    void whilePostgresqlRefusesNothingIsAcknowledgedAndNothingIsLost() throws Exception {
        try (MqttNode gateway = gateway();
                Plant plant = new Plant(broker.url())) {
            store.refusing = true;
            plant.publishTrips(topic, pump, 0, 500);
            eventually().until(() -> store.refusals.get() >= 5);
            assertThat(canonicals()).isZero();
            assertThat(phase(gateway)).isEqualTo(Phase.SUBSCRIBED);

            store.refusing = false;
            eventually().until(() -> canonicals() == 500);
            assertThat(rows.count("arrival")).isEqualTo(500);
        }
    }

    @Test
    @Tag("C03")
    void aGatewayThatIsStoppedDuringAnOutageHasAcknowledgedNothing() throws Exception {
        MqttNode first = gateway(Map.of(), Map.of("drainSecondsMax", "1"));
        try (Plant plant = new Plant(broker.url())) {
            store.refusing = true;
            plant.publishTrips(topic, pump, 0, 200);
            eventually().until(() -> store.refusals.get() >= 2);
        }
        first.close();
        assertThat(canonicals()).isZero();

        try (MqttNode gateway = gateway()) {
            eventually().until(() -> canonicals() == 200);
        }
    }

    @Test
    @Tag("C03")
    void aSlowDatabaseDisconnectsNobody() throws Exception {
        try (MqttNode gateway = gateway(Map.of("inFlightMax", "300"), Map.of());
                Plant plant = new Plant(broker.url())) {
            store.slowNanos = Duration.ofMillis(200).toNanos();
            plant.publishTrips(topic, pump, 0, 2_000);
            eventually().until(() -> canonicals() == 2_000);

            assertThat(rows.count("arrival"))
                    .as("nothing came twice, as after a reconnect")
                    .isEqualTo(2_000);
        }
    }

    @Test
    @Tag("C05")
    void aBrokerThatForgotItsSessionsIsSubscribedToAgainAndHealthSaysSo() throws Exception {
        try (MqttNode gateway = gateway()) {
            broker.restartWithoutSessions();
            eventually()
                    .until(() -> gateway.standing("mqtt:pumps").state().detail().equals("new session")
                            && phase(gateway) == Phase.SUBSCRIBED);
            try (Plant plant = new Plant(broker.url())) {
                plant.publishTrips(topic, pump, 0, 10);
            }
            eventually().until(() -> canonicals() == 10);
        }
    }

    @Test
    @Tag("C08")
    void twoNodesUnderOneClientIdAreAStormThatIsNamedAndStoreEachEventAsOneCanonical() throws Exception {
        Map<String, String> same = Map.of("clientId", "same-" + pump);
        try (MqttNode one = gateway(same, Map.of());
                MqttNode two = new MqttNode(database.url(), "node-2", broker.url(), Map.of(), this::store)) {
            Map<String, String> parameters = new HashMap<>(same);
            parameters.put("inlet", "mqtt:pumps");
            two.source("pumps", "plant/" + pump + "/+", parameters);
            eventually()
                    .until(() -> one.standing("mqtt:pumps").isStormy()
                            || two.standing("mqtt:pumps").isStormy());
            try (Plant plant = new Plant(broker.url())) {
                plant.publishTrips(topic, pump, 0, 100);
            }
            eventually().until(() -> canonicals() == 100);
        }
    }

    @Test
    @Tag("C08")
    void twoNodesThatShareASubscriptionStoreEachEventAsOneCanonical() throws Exception {
        try (MqttNode one = new MqttNode(database.url(), "node-1", broker.url(), Map.of(), this::store);
                MqttNode two = new MqttNode(database.url(), "node-2", broker.url(), Map.of(), this::store)) {
            for (MqttNode node : new MqttNode[] {one, two}) {
                node.source("pumps", "$share/gateways/plant/" + pump + "/+", Map.of());
                eventually().until(() -> phase(node) == Phase.SUBSCRIBED);
            }
            try (Plant plant = new Plant(broker.url())) {
                plant.publishTrips(topic, pump, 0, 1_000);
            }
            eventually().until(() -> canonicals() == 1_000);
            // How many of them each node gets is the broker's choice.
            assertThat(rows.count("arrival")).isEqualTo(1_000);
        }
    }

    @Test
    @Tag("J01")
    void whatSteersCamelIsGoneAtTheDoorAndWhatIsAllowedIsAFact() throws Exception {
        MqttProperties properties = new MqttProperties();
        properties.setContentType("application/json");
        properties.setResponseTopic("answers/1");
        properties.getUserProperties().add(new UserProperty("cAmElHttpUri", "http://127.0.0.1/"));
        properties.getUserProperties().add(new UserProperty("CamelSqlQuery", "drop table arrival"));
        properties.getUserProperties().add(new UserProperty("topic", "plant/other"));
        properties.getUserProperties().add(new UserProperty("TraceParent", "00-ab-cd-01"));
        properties.getUserProperties().add(new UserProperty("unlisted", "x"));
        try (MqttNode gateway = gateway();
                Plant plant = new Plant(broker.url())) {
            plant.publish(topic, new MqttMessage(Plant.trip(pump, "T1", "high"), 1, false, properties));
            eventually().until(() -> canonicals() == 1);

            assertThat(rows.list("select key, value from arrival, jsonb_each_text(facts) order by key"))
                    .containsExactly(
                            "content-type application/json",
                            "dup false",
                            "qos 1",
                            "response-topic answers/1",
                            "retain false",
                            "topic " + topic,
                            "traceparent 00-ab-cd-01");
        }
    }

    @Test
    void aSourceThatTheInletsCredentialMayNotSpeakForIsKeptInQuarantine() throws Exception {
        try (MqttNode gateway = gateway(Map.of("credential", pump), Map.of());
                Plant plant = new Plant(broker.url())) {
            plant.publish(topic, Plant.trip(pump, "T1", "high"));
            plant.publish(topic, Plant.trip("ANOTHER", "T1", "high"));
            eventually().until(() -> rows.count("arrival") == 2);

            // Two devices: who is decided first is chance.
            assertThat(rows.list("select decision, reason from arrival"))
                    .containsExactlyInAnyOrder("CANONICAL null", "QUARANTINED SOURCE_NOT_ALLOWED");
        }
    }

    @Test
    @Tag("D02")
    void moreUnreadableMessagesThanAreCalmAreAllKeptAndHealthWarns() throws Exception {
        int unreadable = MqttNode.QUARANTINED_PER_MINUTE_MAX + 1;
        try (MqttNode gateway = gateway();
                Plant plant = new Plant(broker.url())) {
            for (int number = 0; number < unreadable; number++) {
                plant.publish(topic, ("no JSON " + number).getBytes(StandardCharsets.UTF_8));
            }
            plant.publish(topic, Plant.trip(pump, "T1", "high"));
            eventually().until(() -> String.valueOf(
                            gateway.health("mqtt:pumps").getDetails().get("quarantine"))
                    .startsWith(unreadable + " messages"));
            eventually().until(() -> canonicals() == 1);

            assertThat(rows.count("arrival where decision = 'QUARANTINED'")).isEqualTo(unreadable);
            assertThat(gateway.health("mqtt:pumps").getStatus()).isEqualTo(QuarantineWatch.WARNING);
        }
        try (MqttNode gateway = gateway()) {
            assertThat(gateway.health("mqtt:pumps").getStatus()).isEqualTo(Status.UP);
        }
        assertThat(rows.count("arrival")).as("all were acknowledged").isEqualTo(unreadable + 1);
    }

    @Test
    void identityPartsThatStandInTheTopicAreReadFromIt() throws Exception {
        try (MqttNode gateway = gateway();
                Plant plant = new Plant(broker.url())) {
            gateway.source("valves", "plant/valves/" + pump + "/#", Map.of());
            eventually().until(() -> gateway.standing("mqtt:valves").state().phase() == Phase.SUBSCRIBED);
            plant.publish("plant/valves/" + pump + "/position", "{\"transitionId\":7,\"bootId\":\"B1\"}".getBytes());
            eventually().until(() -> canonicals() == 1);

            assertThat(rows.one("select source, device from source")).isEqualTo(pump + "/position " + pump);
        }
    }

    final MqttNode gateway() throws Exception {
        return gateway(Map.of(), Map.of());
    }

    /** A gateway that is subscribed to this test's topic. */
    private MqttNode gateway(Map<String, String> parameters, Map<String, String> settings) throws Exception {
        MqttNode node = new MqttNode(database.url(), "node-1", broker.url(), settings, this::store);
        Map<String, String> all = new HashMap<>(Map.of("clientId", "gateway-" + pump));
        all.putAll(parameters);
        node.source("pumps", "plant/" + pump + "/+", all);
        eventually().until(() -> phase(node) == Phase.SUBSCRIBED);
        return node;
    }

    private void measured(String what, long beginNanos) {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        System.out.printf(
                "MEASURED %s: %,d %s in %.1f s, %,.0f/s%n",
                getClass().getSimpleName(), QUEUED, what, seconds, QUEUED / seconds);
    }

    private DataSource store(DataSource real) {
        store = new Store(real);
        return store;
    }

    private static Phase phase(MqttNode node) {
        return node.standing("mqtt:pumps").state().phase();
    }

    private long canonicals() {
        return rows.count("arrival where decision = 'CANONICAL'");
    }

    static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(30 + QUEUED / 500)).pollInterval(Duration.ofMillis(20));
    }
}
