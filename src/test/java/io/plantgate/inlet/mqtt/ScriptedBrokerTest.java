package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.mqtt.Standing.Phase;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;

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
        node = node(20_000);
    }

    private MqttNode node(int queueArrivalsMax) throws Exception {
        UnaryOperator<DataSource> faults = real -> {
            store = new Store(real);
            return store;
        };
        return new MqttNode(
                database.url(),
                "node-1",
                broker.url(),
                Map.of("takeoversMax", "1"),
                faults,
                new DefaultSslBundleRegistry(),
                queueArrivalsMax);
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
    @Tag("C03")
    void whatTheLedgerHasNoRoomForIsOfferedAgainInItsOrderAndNothingIsLost() throws Exception {
        node.close();
        node = node(5);
        AtomicInteger offers = new AtomicInteger();
        countingOffers(offers);
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        store.refusing = true;
        publishTrips(1, 60);
        // A batch and the queue are full, and who had no room has asked again.
        eventually().until(() -> offers.get() > 2 * 5 + 3);
        assertThat(rows().count("arrival")).isZero();
        store.refusing = false;
        eventually().until(() -> rows().count("arrival") > 0);
        publishTrips(61, 120);

        eventually().until(() -> broker.acknowledged.size() == 120);
        assertThat(rows().list("select transition_id from identity order by canonical_id"))
                .isEqualTo(
                        IntStream.rangeClosed(1, 120).mapToObj(id -> "T" + id).toList());
        assertThat(rows().count("arrival")).isEqualTo(120);
        assertThat(broker.connections).hasValue(1);
    }

    @Test
    @Tag("C03")
    void aSourceThatIsStoppedWhileTheLedgerHasNoRoomHasAcknowledgedNothingAndIsSentAllAgain() throws Exception {
        node.close();
        node = node(5);
        AtomicInteger offers = new AtomicInteger();
        countingOffers(offers);
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        store.refusing = true;
        publishTrips(1, 60);
        eventually().until(() -> offers.get() > 2 * 5 + 3);
        node.camel.getRouteController().stopRoute("pumps-mqtt");
        assertThat(broker.acknowledged).isEmpty();

        store.refusing = false;
        // A batch of one at least, and the queue behind it.
        eventually().until(() -> rows().count("arrival") > 5);
        node.camel.getRouteController().startRoute("pumps-mqtt");
        eventually().until(() -> broker.connections.get() == 2 && phase() == Phase.SUBSCRIBED);
        publishTrips(1, 60);
        eventually().until(() -> broker.acknowledged.size() == 60);
        assertThat(rows().count("arrival where decision = 'CANONICAL'")).isEqualTo(60);
    }

    @Test
    @Tag("C03")
    void aWindowThatStaysFullGivesTheConnectionUpAndTheNextIsMadeOnceHalfOfItIsFree() throws Exception {
        node.source("pumps", "plant/pumps/+/trip", Map.of("inFlightMax", "10", "keepAliveSeconds", "5"));
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        store.refusing = true;
        publishTrips(1, 11);
        eventually().until(() -> phase() == Phase.DISCONNECTED);
        assertThat(node.standing("mqtt:pumps").state().detail()).contains("the broker keeps it");
        int refusals = store.refusals.get();
        eventually().until(() -> store.refusals.get() >= refusals + 3);
        assertThat(broker.connections).as("none while all are in flight").hasValue(1);

        store.refusing = false;
        eventually().until(() -> broker.connections.get() == 2 && phase() == Phase.SUBSCRIBED);
        publishTrips(1, 11);
        eventually().until(() -> broker.acknowledged.size() == 11);
        assertThat(broker.acknowledged)
                .isEqualTo(
                        IntStream.rangeClosed(1, 11).mapToObj(id -> "2:" + id).toList());
        assertThat(rows().list("select decision, count(*) from arrival group by 1 order by 1"))
                .containsExactly("CANONICAL 11", "DUPLICATE 10");
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
        assertThat(new MqttHealth(node.sources, node.quarantine)
                        .iterator()
                        .next()
                        .getName())
                .isEqualTo("mqtt:pumps");
    }

    private void subscribed() throws Exception {
        node.source("pumps", "plant/pumps/+/trip", Map.of());
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
    }

    private void publishTrips(int from, int to) throws Exception {
        for (int id = from; id <= to; id++) {
            broker.publish(id, TOPIC, Plant.trip("P-1", "T" + id, "high"));
        }
    }

    /** The template's route with a step that counts how often the ledger is asked. */
    private void countingOffers(AtomicInteger offers) throws Exception {
        node.camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("mqtt-source:pumps?topic=RAW(plant/pumps/+/trip)&clientId=c&sessionExpiryInterval=60"
                                + "&receiveMaximum=200&inFlightMax=200")
                        .routeId("pumps-mqtt")
                        .routeConfigurationId("inlet")
                        .to("intake:pumps")
                        .process(exchange -> offers.incrementAndGet())
                        .to("ledger:record");
            }
        });
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
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }
}
