package io.plantgate.inlet.amqp;

import static io.plantgate.testing.PumpStation.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TcpLink;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What the RabbitMQ inlet promises on every broker that speaks AMQP 0-9-1. */
abstract class AmqpContract {

    static final Profiles PROFILES = ProfileFiles.load(Path.of("routes/sites/demo"));
    private static final AtomicInteger QUEUES = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(30);

    final TestDatabase database = TestDatabase.fresh();
    final Rows rows = new Rows(database.dataSource());
    final FaultyStore store = new FaultyStore(database.dataSource());
    final String queue = "plantgate.test." + QUEUES.incrementAndGet();
    final Map<String, String> moreSettings = new HashMap<>();
    AmqpNode node;
    TcpLink link;
    Connection connection;
    Channel channel;

    abstract int port();

    @BeforeEach
    void connect() throws Exception {
        link = new TcpLink("amqp").leadTo(port());
        reconnect();
    }

    void reconnect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port());
        factory.setAutomaticRecoveryEnabled(false);
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.confirmSelect();
    }

    @AfterEach
    void close() throws Exception {
        stop();
        connection.abort();
        link.close();
        database.close();
    }

    /** Starts, or starts again, with a queue that is made where it is missing. */
    AmqpNode start(Map<String, String> parameters) throws Exception {
        return prepare().consume(declared(parameters));
    }

    /** A node that consumes nothing yet. */
    AmqpNode prepare() throws Exception {
        node = new AmqpNode(link.port(), store, PROFILES, moreSettings);
        return node;
    }

    Map<String, String> declared(Map<String, String> parameters) {
        Map<String, String> all =
                new HashMap<>(Map.of("queue", queue, "deadLetterExchange", queue + ".dlx", "declare", "true"));
        all.putAll(parameters);
        return all;
    }

    void stop() {
        if (node != null) {
            node.close();
            node = null;
        }
    }

    void publish(String body) throws Exception {
        publish(body, MessageProperties.PERSISTENT_BASIC);
    }

    void publish(String body, BasicProperties properties) throws Exception {
        channel.basicPublish("", queue, properties, body.getBytes(StandardCharsets.UTF_8));
        channel.waitForConfirmsOrDie(10_000);
    }

    void publishTrips(int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            channel.basicPublish(
                    "",
                    queue,
                    MessageProperties.PERSISTENT_BASIC,
                    trip("T" + i, "B1", "High")
                            .replace("PUMP-07", "PUMP-0" + i % 8)
                            .getBytes(StandardCharsets.UTF_8));
        }
        channel.waitForConfirmsOrDie(60_000);
    }

    void awaitArrivals(long count) {
        awaitArrivals(count, SOON);
    }

    void awaitArrivals(long count, Duration within) {
        await().atMost(within).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> assertThat(rows.count("arrival"))
                .isGreaterThanOrEqualTo(count));
    }

    /** Nothing is left at the broker: not ready, and, once the consumer has gone, not unacknowledged either. */
    void assertAllAcknowledged() throws Exception {
        await().atMost(SOON).until(() -> node.consumer().inFlight() == 0);
        stop();
        assertThat(channel.messageCount(queue)).isZero();
        assertThat(channel.messageCount(queue + ".dead")).isZero();
    }

    @Test
    void aMessageIsStoredWithTheFactsOfItsTransportAndAcknowledged() throws Exception {
        start(Map.of());
        publish(
                trip("T1", "B1", "High"),
                new BasicProperties.Builder()
                        .deliveryMode(2)
                        .contentType("text/plain")
                        .contentEncoding("x-no-such-charset")
                        .messageId("m-1")
                        .headers(Map.of("x-line", "4", "x-secret", "s"))
                        .build());
        awaitArrivals(1);

        assertThat(rows.one("select decision from arrival")).isEqualTo("CANONICAL");
        assertThat(rows.one("select facts ->> 'routing-key' from arrival")).isEqualTo(queue);
        assertThat(rows.one("select facts ->> 'redelivered' from arrival")).isEqualTo("false");
        assertThat(rows.one("select facts ->> 'message-id' from arrival")).isEqualTo("m-1");
        assertThat(rows.one("select facts ->> 'x-line' from arrival")).isEqualTo("4");
        assertThat(rows.one("select facts ->> 'x-secret' from arrival")).isEqualTo("null");
        assertAllAcknowledged();
    }

    @Test
    @Tag("D02")
    void onePoisonedMessageIsKeptInQuarantineAndItsNeighboursAreDecided() throws Exception {
        start(Map.of("inFlightMax", "10"));
        publish("\u0000 no JSON");
        publishTrips(0, 9);
        awaitArrivals(10);

        assertThat(rows.list("select decision, count(*) from arrival group by decision order by decision"))
                .containsExactly("CANONICAL 9", "QUARANTINED 1");
        assertAllAcknowledged();
    }

    @Test
    @Tag("D02")
    void moreUnreadableMessagesThanAreCalmAreAllKeptAndAcknowledgedAndHealthWarns() throws Exception {
        int unreadable = AmqpNode.QUARANTINED_PER_MINUTE_MAX + 1;
        start(Map.of());
        for (int number = 0; number < unreadable; number++) {
            publish("no JSON " + number);
        }
        publishTrips(0, 1);
        awaitArrivals(unreadable + 1);
        await().atMost(SOON).until(() -> node.consumer().inFlight() == 0);

        assertThat(rows.list("select decision, count(*) from arrival group by decision order by decision"))
                .containsExactly("CANONICAL 1", "QUARANTINED " + unreadable);
        assertThat(node.health().getStatus()).isEqualTo(QuarantineWatch.WARNING);
        assertThat(node.health().getDetails().get("amqp:pumps").toString())
                .contains(unreadable + " messages of one minute went to quarantine");
        assertAllAcknowledged();
    }

    @Test
    @Tag("D03")
    void aConnectionCutAfterTheCommitAndBeforeTheAcknowledgementLeadsToADuplicate() throws Exception {
        start(Map.of());
        await().atMost(SOON).until(() -> node.consumer().trouble() == null);
        link.loseRequests();
        publish(trip("T1", "B1", "High"));
        awaitArrivals(1);
        link.cut();
        awaitArrivals(2);

        assertThat(rows.list("select decision from arrival order by arrival_id"))
                .containsExactly("CANONICAL", "DUPLICATE");
        assertAllAcknowledged();
    }

    @Test
    @Tag("J01")
    void headersThatSteerCamelAreGoneBeforeTheFirstStep() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        AmqpNode watched = prepare();
        watched.camel()
                .getCamelContextExtension()
                .addInterceptStrategy((context, step, target, next) -> new DelegateAsyncProcessor(target) {
                    @Override
                    public boolean process(Exchange exchange, AsyncCallback callback) {
                        seen.addAll(exchange.getMessage().getHeaders().keySet());
                        return super.process(exchange, callback);
                    }
                });
        watched.consume(declared(Map.of()));
        publish(
                trip("T1", "B1", "High"),
                new BasicProperties.Builder()
                        .headers(Map.of("cAmElHttpUri", "http://x", "CamelSqlQuery", "drop", "CamelFileName", "../x"))
                        .replyTo("somewhere/else")
                        .build());
        awaitArrivals(1);

        assertThat(rows.one("select decision from arrival")).isEqualTo("CANONICAL");
        assertThat(rows.count("arrival where lower(facts::text) like '%camel%'"))
                .isZero();
        assertThat(seen)
                .isNotEmpty()
                .allMatch(name -> !TransportFacts.steersCamel(name) || name.startsWith("CamelSpringRabbitmq"));
        assertAllAcknowledged();
    }

    @Test
    void aSourceThatTheQueuesCredentialMayNotSpeakForIsKeptInQuarantine() throws Exception {
        start(Map.of("credential", "pump-07"));
        publish(trip("T1", "B1", "High"));
        publish(trip("T1", "B1", "High").replace("PUMP-07", "PRESS-07"));
        awaitArrivals(2);

        // Two devices: who is decided first is chance.
        assertThat(rows.list("select decision, reason from arrival"))
                .containsExactlyInAnyOrder("CANONICAL null", "QUARANTINED SOURCE_NOT_ALLOWED");
        assertAllAcknowledged();
    }

    @Test
    void aRouteThatEndsWithoutADecisionLeavesItsMessageInQuarantine() throws Exception {
        publishingQueue();
        prepare().consumeAndStop(declared(Map.of()));
        publish(trip("T1", "B1", "High"));
        awaitArrivals(1);

        assertThat(rows.one("select decision, reason from arrival")).isEqualTo("QUARANTINED STEP_FAILED");
        assertAllAcknowledged();
    }

    @Test
    void aWindowThatDoesNotFitTheLedgersQueueIsRefused() throws Exception {
        assertThat(catchThrowable(() -> start(Map.of("inFlightMax", "20001"))))
                .rootCause()
                .hasMessageContaining("amqp:pumps: its in-flight window of 20001")
                .hasMessageContaining("plantgate.ledger.queue-arrivals-max");
    }

    @Test
    @Tag("D01")
    void whileTheDatabaseIsAwayNothingIsTakenAndAfterItEverythingIsStoredOnce() throws Exception {
        start(Map.of());
        store.refusing = true;
        publishTrips(0, 3000);
        await().atMost(SOON)
                .until(() -> String.valueOf(node.consumer().trouble()).contains("PostgreSQL"));
        assertThat(rows.count("arrival")).isZero();
        assertThat(node.consumer().inFlight()).isLessThanOrEqualTo(2000);
        store.refusing = false;
        awaitArrivals(3000);

        assertOnlyCanonical(3000);
        assertAllAcknowledged();
    }

    @Test
    @Tag("D01")
    void anOutageThatOutlastsTheBrokersPatienceGivesTheMessagesBackOnce() throws Exception {
        moreSettings.put("unacknowledged-seconds-max", "1");
        start(Map.of("inFlightMax", "100"));
        store.refusing = true;
        publishTrips(0, 300);
        await().atMost(SOON)
                .until(() -> String.valueOf(node.consumer().trouble()).contains("given back"));
        await().during(Duration.ofSeconds(2))
                .atMost(SOON)
                .until(() -> node.consumer().inFlight() <= 100);
        store.refusing = false;
        await().atMost(SOON).untilAsserted(() -> assertThat(rows.count("arrival where decision = 'CANONICAL'"))
                .isEqualTo(300));

        assertThat(rows.count("arrival where decision = 'DUPLICATE'")).isBetween(1L, 100L);
        assertAllAcknowledged();
    }

    @Test
    void noMoreMessagesAreInFlightThanTheWindowSays() throws Exception {
        store.commitMillis = 50;
        start(Map.of("inFlightMax", "10"));
        publishTrips(0, 200);
        AtomicInteger most = new AtomicInteger();
        await().atMost(SOON).pollInterval(Duration.ofMillis(5)).until(() -> {
            most.accumulateAndGet(node.consumer().inFlight(), Math::max);
            return rows.count("arrival") == 200;
        });

        assertThat(most).hasValueBetween(2, 10);
        assertAllAcknowledged();
    }

    @Test
    void aSlowDatabaseSlowsTheQueueDownAndClosesNoChannel() throws Exception {
        store.commitMillis = 200;
        start(Map.of());
        publishTrips(0, 4000);
        awaitArrivals(4000);

        assertOnlyCanonical(4000);
        assertAllAcknowledged();
    }

    @Test
    void aConnectionThatIsCutAgainAndAgainLosesNothing() throws Exception {
        store.commitMillis = 20;
        start(Map.of("inFlightMax", "200"));
        publishTrips(0, 4000);
        for (int cut = 1; cut <= 4; cut++) {
            awaitArrivals(cut * 700L);
            link.cut();
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rows.count("identity")).isEqualTo(4000));

        assertThat(rows.count("arrival where decision not in ('CANONICAL', 'DUPLICATE')"))
                .isZero();
        assertAllAcknowledged();
    }

    @Test
    void aGentleStopAcknowledgesAllThatItTookSoThatNothingComesTwice() throws Exception {
        store.commitMillis = 20;
        publishingQueue();
        publishTrips(0, 5000);
        for (int stops = 1; stops <= 5; stops++) {
            start(Map.of("inFlightMax", "500"));
            awaitArrivals(stops * 800L);
            stop();
        }
        start(Map.of());
        awaitArrivals(5000);

        assertNothingCameTwice(5000);
        assertAllAcknowledged();
    }

    @Test
    void aStopIsNotUndoneByAWatchThatSeesAnIdleChannel() throws Exception {
        moreSettings.put("watch-millis", "1");
        publishingQueue();
        publishTrips(0, 4000);
        for (int stops = 1; stops <= 40; stops++) {
            start(Map.of("inFlightMax", "50"));
            awaitArrivals(stops * 60L);
            stop();
        }
        start(Map.of());
        awaitArrivals(4000);

        assertNothingCameTwice(4000);
    }

    @Test
    void twentyThousandQueuedMessagesAreAllStoredAndAcknowledged() throws Exception {
        publishingQueue();
        publishTrips(0, 20_000);
        long begin = System.nanoTime();
        start(Map.of());
        awaitArrivals(20_000, Duration.ofSeconds(120));
        measured("20,000 queued messages", 20_000, begin);

        assertOnlyCanonical(20_000);
        assertAllAcknowledged();
    }

    /** Has a node declare the queue, and stops it again. */
    void publishingQueue() throws Exception {
        start(Map.of());
        await().atMost(SOON).until(() -> node.consumer().trouble() == null);
        stop();
    }

    /** False where the broker may send again what was acknowledged just before its channel closed. */
    boolean acknowledgementsOutliveTheirChannel() {
        return true;
    }

    private void assertNothingCameTwice(int count) {
        if (acknowledgementsOutliveTheirChannel()) {
            assertOnlyCanonical(count);
            return;
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rows.count("identity")).isEqualTo(count));
        assertThat(rows.count("arrival where decision not in ('CANONICAL', 'DUPLICATE')"))
                .isZero();
    }

    void assertOnlyCanonical(int count) {
        assertThat(rows.list("select decision, count(*) from arrival group by decision"))
                .containsExactly("CANONICAL " + count);
    }

    void measured(String what, int messages, long beginNanos) {
        System.out.printf(
                "MEASURED %s, %s: %,d/s%n",
                getClass().getSimpleName(), what, messages * 1_000_000_000L / (System.nanoTime() - beginNanos));
    }

    /** Real connections that can be refused, and commits that can be made slow. */
    static final class FaultyStore extends DelegatingDataSource {

        volatile boolean refusing;
        volatile long commitMillis;

        FaultyStore(javax.sql.DataSource real) {
            super(real);
        }

        @Override
        public java.sql.Connection getConnection() throws java.sql.SQLException {
            if (refusing) {
                throw new java.sql.SQLException("connection refused", "08001");
            }
            return SlowCommits.of(super.getConnection(), this);
        }
    }
}
