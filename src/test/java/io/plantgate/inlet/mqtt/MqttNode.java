package io.plantgate.inlet.mqtt;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.intake.SourcePermissions;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The path of an MQTT message in one process: the template from {@code routes/}, our consumer, intake and the ledger,
 * wired by hand.
 */
final class MqttNode implements AutoCloseable {

    final CamelContext camel = new DefaultCamelContext();
    final Sources sources = new Sources();
    private final HikariDataSource pool;
    private final PostgresLedger ledger;

    MqttNode(String url, String node, String brokerUrl, Map<String, String> settings, UnaryOperator<DataSource> faults)
            throws Exception {
        this.pool = pool(url);
        this.ledger = PostgresLedger.open(faults.apply(pool), (first, under) -> Optional.empty(), ledgerSettings(node));
        camel.getShutdownStrategy().setTimeout(5);
        bind(node, brokerUrl, settings);
        load("routes/policies/inlet.camel.yaml", "routes/templates/mqtt-source.camel.yaml");
        camel.start();
    }

    /** Adds a source by the template; the profile is one of the demo site. */
    void source(String profile, String topic, Map<String, String> parameters) {
        TemplatedRouteBuilder route = TemplatedRouteBuilder.builder(camel, "mqtt-source")
                .routeId(profile + "-mqtt")
                .parameter("profile", profile)
                .parameter("topic", topic);
        parameters.forEach(route::parameter);
        route.add();
    }

    Standing standing(String inlet) {
        return sources.all().get(inlet);
    }

    private void bind(String node, String brokerUrl, Map<String, String> settings) {
        Map<String, String> values = new HashMap<>(Map.of(
                "brokerUrl", brokerUrl,
                "reconnectMillisMin", "50",
                "reconnectMillisMax", "1000",
                "stableSeconds", "2"));
        values.putAll(settings);
        MqttInletProperties properties =
                new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("", MqttInletProperties.class);
        Profiles profiles = ProfileFiles.load(Path.of("routes/sites/demo"));
        TransportFacts facts = new TransportFacts(List.of("traceparent", "camel*"), 16, 1024);
        Registry beans = camel.getRegistry();
        beans.bind("ledgerOfThisNode", ledger);
        beans.bind("profiles", profiles);
        beans.bind("plantgateStepFailure", new NeverAsked());
        SourcePermissions permissions = (credential, source) -> credential == null || source.startsWith(credential);
        beans.bind("permissions", permissions);
        beans.bind(
                "mqttInlet",
                new MqttInlet(properties, null, bundle -> null, profiles, facts, new InFlightShares(20_000), sources));
        property("plantgate.ledger.node", node);
        property("plantgate.inlet.step-retries-max", "1");
        property("plantgate.inlet.step-retry-delay-ms", "1");
    }

    // As the defaults, but for a short end in an outage.
    private static LedgerSettings ledgerSettings(String node) {
        return new LedgerSettings(node, 2, 2000, 8L << 20, 20_000, 64L << 20, 500, 4, 50, 500, 30, 1, 100_000, 10, 2);
    }

    private void property(String name, String value) {
        camel.getPropertiesComponent().addInitialProperty(name, value);
    }

    private void load(String... files) throws Exception {
        for (String file : files) {
            PluginHelper.getRoutesLoader(camel).loadRoutes(ResourceHelper.resolveResource(camel, "file:" + file));
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(6);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(2000);
        return new HikariDataSource(config);
    }

    /** An orderly stop; the store stays. */
    @Override
    public void close() {
        camel.stop();
        ledger.close();
        pool.close();
    }

    /** No step fails in these routes. */
    public static final class NeverAsked {
        public void quarantine(Exchange exchange) {
            throw new AssertionError("asked about " + exchange);
        }
    }
}
