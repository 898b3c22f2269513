package io.plantgate.inlet.amqp;

import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import io.plantgate.intake.SourcePermissions;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.component.springrabbit.SpringRabbitMQComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.support.DefaultHeaderFilterStrategy;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The path of a message in one process: the template from {@code routes/}, camel-spring-rabbitmq, intake and the ledger,
 * wired by hand.
 */
final class AmqpNode implements AutoCloseable {

    private final PostgresLedger ledger;
    private final CachingConnectionFactory connections;
    private final AmqpInlet inlet;
    private final CamelContext camel = new DefaultCamelContext();

    AmqpNode(int port, DataSource store, Profiles profiles, Map<String, String> settings) throws Exception {
        this(port, store, profiles, settings, LedgerSettings.defaults("node-1"));
    }

    AmqpNode(int port, DataSource store, Profiles profiles, Map<String, String> settings, LedgerSettings ledgerSettings)
            throws Exception {
        ledger = PostgresLedger.open(store, (first, under) -> Optional.empty(), ledgerSettings);
        connections = new CachingConnectionFactory("127.0.0.1", port);
        Map<String, String> all = new HashMap<>(Map.of("stop-seconds-max", "10", "watch-millis", "100"));
        all.putAll(settings);
        AmqpInletProperties bounds =
                new Binder(new MapConfigurationPropertySource(all)).bindOrCreate("", AmqpInletProperties.class);
        TransportFacts facts = new TransportFacts(List.of("x-line", "traceparent"), 32, 1024);
        inlet = new AmqpInlet(
                ledger,
                profiles,
                new AmqpFacts(facts, 1024),
                new InFlightShares(ledgerSettings.queueArrivalsMax()),
                bounds);
        bind(profiles, bounds);
        load("routes/policies/inlet.camel.yaml", "routes/templates/rabbitmq-source.camel.yaml");
        camel.start();
    }

    private void bind(Profiles profiles, AmqpInletProperties bounds) {
        HeaderFilterStrategy door = new Door();
        SpringRabbitMQComponent component = camel.getComponent("spring-rabbitmq", SpringRabbitMQComponent.class);
        new AmqpInletConfiguration().plantgateRabbitMq(door).configure("spring-rabbitmq", component);
        component.setConnectionFactory(connections);
        camel.getRegistry().bind("ledgerOfThisNode", ledger);
        camel.getRegistry().bind("profiles", profiles);
        camel.getRegistry().bind("amqpInlet", inlet);
        camel.getRegistry().bind("plantgateStepFailure", new NeverAsked());
        camel.getRegistry().bind("pumpsOnly", (SourcePermissions)
                (credential, source) -> credential == null || source.startsWith("PUMP-"));
        property("plantgate.inlet.step-retries-max", "1");
        property("plantgate.inlet.step-retry-delay-ms", "1");
        property("plantgate.inlet.amqp.in-flight-max", Integer.toString(bounds.inFlightMax()));
    }

    /** Adds a route with the template's parameters. */
    AmqpNode consume(Map<String, String> parameters) throws Exception {
        TemplatedRouteBuilder route = TemplatedRouteBuilder.builder(camel, "rabbitmq-source")
                .routeId("pumps-rabbitmq")
                .prefixId("pumps-rabbitmq-")
                .parameter("profile", "pumps");
        parameters.forEach(route::parameter);
        route.add();
        return this;
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
        camel.getRegistry().bind("stopping", new AmqpInbox(inlet, "pumps", "amqp:pumps", "none", terms));
        camel.addRoutes(new RouteBuilder() {
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

    CamelContext camel() {
        return camel;
    }

    private void property(String name, String value) {
        camel.getPropertiesComponent().addInitialProperty(name, value);
    }

    private void load(String... files) throws Exception {
        for (String file : files) {
            PluginHelper.getRoutesLoader(camel).loadRoutes(ResourceHelper.resolveResource(camel, "file:" + file));
        }
    }

    static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(4);
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(2000);
        return pool;
    }

    /** An orderly stop. */
    @Override
    public void close() {
        camel.stop();
        ledger.close();
        connections.destroy();
    }

    /** The templates' routes have no step that could fail. */
    public static final class NeverAsked {
        public void quarantine(Exchange exchange) {
            throw new AssertionError("asked about " + exchange);
        }
    }

    private static final class Door extends DefaultHeaderFilterStrategy {
        @Override
        public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
            return TransportFacts.steersCamel(name);
        }
    }
}
