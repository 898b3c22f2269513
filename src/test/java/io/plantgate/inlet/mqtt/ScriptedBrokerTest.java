package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.mqtt.Standing.Phase;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What no real broker can be made to do at will: seen from the broker's side, packet by packet. */
class ScriptedBrokerTest {

    private static final String TOPIC = "plant/pumps/P-1/trip";

    private final AtomicInteger failures = new AtomicInteger();
    private TestDatabase database;
    private FakeBroker broker;
    private MqttNode node;
    private Store store;

    @BeforeEach
    void start() throws Exception {
        database = TestDatabase.fresh();
        broker = new FakeBroker();
        node = new MqttNode(database.url(), "node-1", broker.url(), Map.of("takeoversMax", "1"), real -> {
            store = new Store(real);
            return store;
        });
    }

    @AfterEach
    void end() throws Exception {
        node.close();
        broker.close();
        database.close();
    }

    @Test
    @Tag("C03")
    void acknowledgementsGoOutInTheOrderOfTheMessagesHoweverSlowTheDatabase() throws Exception {
        subscribed();
        store.slowNanos = Duration.ofMillis(200).toNanos();
        for (int id = 1; id <= 200; id++) {
            // Devices of both shards, so that decisions come out of order.
            broker.publish(id, TOPIC, Plant.trip("P-" + id % 7, "T" + id, "high"));
        }

        eventually().until(() -> broker.acknowledged.size() == 200);
        assertThat(broker.acknowledged)
                .isEqualTo(
                        IntStream.rangeClosed(1, 200).mapToObj(id -> "1:" + id).toList());
        assertThat(broker.connections).hasValue(1);
    }

    @Test
    @Tag("C04")
    void whatWasInFlightWhenTheLinkDroppedIsNotAcknowledgedOnTheNextOne() throws Exception {
        subscribed();
        store.refusing = true;
        broker.publish(1, TOPIC, Plant.trip("P-1", "T1", "high"));
        eventually().until(() -> store.refusals.get() > 0);
        broker.sessionPresent = true;
        broker.cut();
        eventually().until(() -> broker.connections.get() == 2 && phase() == Phase.SUBSCRIBED);
        store.refusing = false;
        eventually().until(() -> rows().count("arrival") == 1);

        broker.publish(1, TOPIC, Plant.trip("P-1", "T1", "high"));
        eventually().until(() -> !broker.acknowledged.isEmpty());
        assertThat(broker.acknowledged).containsExactly("2:1");
        assertThat(rows().list("select decision from arrival order by arrival_id"))
                .containsExactly("CANONICAL", "DUPLICATE");
    }

    @Test
    @Tag("C04")
    void anArrivalThatIsNotRecordedComesAgainAfterOneDeliberateReconnect() throws Exception {
        failures.set(1);
        failingOnce();
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        for (int id = 1; id <= 3; id++) {
            broker.publish(id, TOPIC, Plant.trip("P-1", "T" + id, id == 2 ? "lost" : "high"));
        }
        eventually().until(() -> broker.connections.get() == 2 && phase() == Phase.SUBSCRIBED);
        assertThat(broker.acknowledged).as("only what came before the failure").isEqualTo(List.of("1:1"));

        broker.publish(2, TOPIC, Plant.trip("P-1", "T2", "lost"));
        broker.publish(3, TOPIC, Plant.trip("P-1", "T3", "high"));
        eventually().until(() -> broker.acknowledged.size() == 3);
        assertThat(broker.acknowledged).containsExactly("1:1", "2:2", "2:3");
        assertThat(rows().count("arrival where decision = 'CANONICAL'")).isEqualTo(3);
        assertThat(broker.connections).hasValue(2);
    }

    @Test
    @Tag("C05")
    void aRefusedSubscriptionIsDownAndTriedAgain() throws Exception {
        broker.subackCode = 0x87;
        node.source("pumps", "plant/pumps/+/trip", Map.of());
        eventually().until(() -> broker.connections.get() >= 3);
        assertThat(phase()).isEqualTo(Phase.DISCONNECTED);
        assertThat(node.standing("mqtt:pumps").state().detail()).contains("refuses the subscription", "0x87");

        broker.subackCode = 1;
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
    }

    @Test
    @Tag("C05")
    void aSubscriptionGrantedAtALowerQosIsNotTakenForOne() throws Exception {
        broker.subackCode = 0;
        node.source("pumps", "plant/pumps/+/trip", Map.of());
        eventually().until(() -> broker.connections.get() >= 2);
        assertThat(phase()).isEqualTo(Phase.DISCONNECTED);
    }

    @Test
    @Tag("C08")
    void takeoversThatTheBrokerNamesAreCountedAndAStormIsSeen() throws Exception {
        subscribed();
        for (int takeover = 1; takeover <= 2; takeover++) {
            int connection = takeover;
            eventually().until(() -> broker.connections.get() == connection && phase() == Phase.SUBSCRIBED);
            assertThat(node.standing("mqtt:pumps").isStormy()).isFalse();
            broker.disconnect(Takeovers.SESSION_TAKEN_OVER);
            eventually().until(() -> broker.connections.get() == connection + 1);
        }
        eventually().until(() -> node.standing("mqtt:pumps").isStormy());
        assertThat(new MqttHealth(node.sources).iterator().next().getName()).isEqualTo("mqtt:pumps");
    }

    private void subscribed() throws Exception {
        node.source("pumps", "plant/pumps/+/trip", Map.of());
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
    }

    /** The template's route with a step that loses a message: it ends without the ledger. */
    private void failingOnce() throws Exception {
        node.camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("mqtt-source:pumps?topic=RAW(plant/pumps/+/trip)&clientId=c&sessionExpiryInterval=60"
                                + "&receiveMaximum=100&inFlightMax=100")
                        .routeId("pumps-mqtt")
                        .routeConfigurationId("inlet")
                        .filter(ScriptedBrokerTest.this::isLost)
                        .stop()
                        .end()
                        .to("intake:pumps")
                        .to("ledger:record");
            }
        });
    }

    private boolean isLost(Exchange exchange) {
        return exchange.getMessage().getBody(String.class).contains("lost") && failures.getAndDecrement() > 0;
    }

    private Phase phase() {
        return node.standing("mqtt:pumps").state().phase();
    }

    private Rows rows() {
        return new Rows(database.dataSource());
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10));
    }
}
