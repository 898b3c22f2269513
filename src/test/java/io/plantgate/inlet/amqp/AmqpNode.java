package io.plantgate.inlet.amqp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import io.plantgate.intake.SourcePermissions;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.testing.InletRoutes;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.springrabbit.SpringRabbitMQComponent;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.support.DefaultHeaderFilterStrategy;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The path of a message in one process: the template from {@code routes/}, camel-spring-rabbitmq, intake and the ledger,
 * wired by hand.
 */
public final class AmqpNode implements AutoCloseable {

    static final int QUARANTINED_PER_MINUTE_MAX = 20;
    private static final int QUEUE_ARRIVALS_MAX =
            LedgerSettings.defaults("node-1").queueArrivalsMax();

    private final InletRoutes routes;
    // In a minute that does not end.
    private final QuarantineWatch quarantine = new QuarantineWatch(
            Clock.fixed(Instant.now(), ZoneOffset.UTC), new SimpleMeterRegistry(), QUARANTINED_PER_MINUTE_MAX);
    private final AmqpInlet inlet;

    /** On a ledger that stays when the node is closed. */
    public AmqpNode(int port, Ledger ledger, Profiles profiles) throws Exception {
        this(at(port), ledger, profiles, Map.of(), new InletRoutes("node-1", ledger, profiles));
    }

    AmqpNode(int port, DataSource store, Profiles profiles, Map<String, String> settings) throws Exception {
        this(at(port), store, profiles, settings);
    }

    /** With connections of its own, which it closes. */
    AmqpNode(CachingConnectionFactory connections, DataSource store, Profiles profiles, Map<String, String> settings)
            throws Exception {
        this(
                connections,
                PostgresLedger.open(store, (first, under) -> Optional.empty(), LedgerSettings.defaults("node-1")),
                profiles,
                settings);
    }

    private AmqpNode(
            CachingConnectionFactory connections, PostgresLedger own, Profiles profiles, Map<String, String> settings)
            throws Exception {
        this(connections, own, profiles, settings, new InletRoutes("node-1", own, profiles).owning(own));
    }

    private AmqpNode(
            CachingConnectionFactory connections,
            Ledger ledger,
            Profiles profiles,
            Map<String, String> settings,
            InletRoutes routes)
            throws Exception {
        this.routes = routes;
        Map<String, String> all = new HashMap<>(Map.of("stop-seconds-max", "10", "watch-millis", "100"));
        all.putAll(settings);
        AmqpInletProperties bounds =
                new Binder(new MapConfigurationPropertySource(all)).bindOrCreate("", AmqpInletProperties.class);
        TransportFacts facts = new TransportFacts(List.of("x-line", "traceparent"), 32, 1024);
        inlet = new AmqpInlet(
                ledger,
                profiles,
                new AmqpFacts(facts, 1024),
                new InFlightShares(QUEUE_ARRIVALS_MAX),
                quarantine,
                bounds);
        bind(connections, bounds);
        routes.start("rabbitmq-source");
    }

    private static CachingConnectionFactory at(int port) {
        return new CachingConnectionFactory("127.0.0.1", port);
    }

    private void bind(CachingConnectionFactory connections, AmqpInletProperties bounds) {
        HeaderFilterStrategy door = new Door();
        SpringRabbitMQComponent component = camel().getComponent("spring-rabbitmq", SpringRabbitMQComponent.class);
        new AmqpInletConfiguration().plantgateRabbitMq(door).configure("spring-rabbitmq", component);
        component.setConnectionFactory(connections);
        routes.owning(connections::destroy);
        routes.bind("amqpInlet", inlet);
        routes.bind("pumpsOnly", (SourcePermissions)
                (credential, source) -> credential == null || source.startsWith("PUMP-"));
        routes.property("plantgate.inlet.amqp.in-flight-max", Integer.toString(bounds.inFlightMax()));
    }

    /** Adds a route with the template's parameters. */
    public AmqpNode consume(Map<String, String> parameters) {
        routes.add("rabbitmq-source", "pumps-rabbitmq", "pumps", parameters);
        return this;
    }

    /** A node that takes requests for writes; connections to the broker at that port are its own. */
    public static AmqpNode ofOperations(
            int port, DataSource store, Profiles profiles, OperationRequests requests, Map<String, String> parameters)
            throws Exception {
        CachingConnectionFactory connections = at(port);
        AmqpNode node = new AmqpNode(connections, store, profiles, Map.of());
        node.routes.bind("operationRequests", requests);
        node.routes.bind("rabbitTemplate", new RabbitTemplate(connections));
        node.routes.load("operation", "rabbitmq-operations");
        try {
            node.routes.add("rabbitmq-operations", "operations-rabbitmq", "none", parameters);
            return node;
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** Adds a route of scans; their answers go through the bean. */
    public AmqpNode consumeScans(Object scanReply, Map<String, String> parameters) throws Exception {
        routes.bind("scanReply", scanReply);
        routes.load("rabbitmq-scan-source");
        routes.add("rabbitmq-scan-source", "scans-rabbitmq", "scans", parameters);
        return this;
    }

    /** True if the route's queue is consumed. */
    public boolean isConsuming() {
        return consumer().trouble() == null;
    }

    /** Adds a route that a site has written out, with a step that ends it in front of the ledger. */
    AmqpNode consumeAndStop(Map<String, String> declared) throws Exception {
        String queue = declared.get("queue");
        int deliveryLimit = Integer.parseInt(declared.getOrDefault("deliveryLimit", "0"));
        QueueTerms terms = new QueueTerms(
                queue,
                declared.getOrDefault("queueType", "classic"),
                declared.get("deadLetterExchange"),
                deliveryLimit,
                "none",
                true,
                "none",
                "all");
        routes.bind("stopping", new AmqpInbox(inlet, "pumps", "amqp:pumps", "none", terms));
        camel().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("spring-rabbitmq:default?queues=" + queue + "&acknowledgeMode=MANUAL&asyncConsumer=true"
                                + "&autoDeclare=false&disableReplyTo=true&messageConverter=#stopping")
                        .routeId("written-out")
                        .routeConfigurationId("inlet")
                        .bean("stopping", "receive")
                        .stop();
            }
        });
        return this;
    }

    QueueConsumer consumer() {
        return inlet.consumers().get("amqp:pumps");
    }

    /** As the gateway's health says it. */
    public Health health() {
        return new AmqpInletHealth(inlet).health();
    }

    CamelContext camel() {
        return routes.camel();
    }

    /** An orderly stop. */
    @Override
    public void close() {
        routes.close();
    }

    private static final class Door extends DefaultHeaderFilterStrategy {
        @Override
        public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
            return TransportFacts.steersCamel(name);
        }
    }
}
