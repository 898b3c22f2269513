package io.plantgate.inlet.mqtt;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.inlet.mqtt.Standing.Phase;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.intake.SourcePermissions;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.testing.InletRoutes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

/**
 * The path of an MQTT message in one process: the template from {@code routes/}, our consumer, intake and the ledger,
 * wired by hand.
 */
public final class MqttNode implements AutoCloseable {

    static final int QUARANTINED_PER_MINUTE_MAX = 20;
    private static final int QUEUE_ARRIVALS_MAX = 20_000;
    private static final Profiles PROFILES = ProfileFiles.load(Path.of("routes/sites/demo"));

    final CamelContext camel;
    final Sources sources;
    // In a minute that does not end.
    final QuarantineWatch quarantine = new QuarantineWatch(
            Clock.fixed(Instant.now(), ZoneOffset.UTC), new SimpleMeterRegistry(), QUARANTINED_PER_MINUTE_MAX);
    private final InletRoutes routes;

    /** On a ledger that stays when the node is closed. */
    public MqttNode(Ledger ledger, String node, String brokerUrl) throws Exception {
        this(new InletRoutes(node, ledger, PROFILES), brokerUrl, Map.of(), new DefaultSslBundleRegistry());
    }

    MqttNode(String url, String node, String brokerUrl, Map<String, String> settings, UnaryOperator<DataSource> faults)
            throws Exception {
        this(url, node, brokerUrl, settings, faults, new DefaultSslBundleRegistry(), QUEUE_ARRIVALS_MAX);
    }

    MqttNode(
            String url,
            String node,
            String brokerUrl,
            Map<String, String> settings,
            UnaryOperator<DataSource> faults,
            SslBundles bundles,
            int queueArrivalsMax)
            throws Exception {
        this(onItsOwnLedger(url, node, faults, queueArrivalsMax), brokerUrl, settings, bundles);
    }

    private MqttNode(InletRoutes routes, String brokerUrl, Map<String, String> settings, SslBundles bundles)
            throws Exception {
        this.routes = routes;
        this.camel = routes.camel();
        camel.getShutdownStrategy().setTimeout(5);
        sources = bind(brokerUrl, settings, bundles);
        routes.start("mqtt-source");
    }

    private static InletRoutes onItsOwnLedger(
            String url, String node, UnaryOperator<DataSource> faults, int queueArrivalsMax) throws SQLException {
        HikariDataSource pool = pool(url);
        PostgresLedger ledger = PostgresLedger.open(
                faults.apply(pool), (first, under) -> Optional.empty(), ledgerSettings(node, queueArrivalsMax));
        return new InletRoutes(node, ledger, PROFILES).owning(pool, ledger);
    }

    /** Adds a source by the template; the profile is one of the demo site. */
    public void source(String profile, String topic, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("topic", topic);
        routes.add("mqtt-source", profile + "-mqtt", profile, all);
    }

    /** True if the broker has granted the subscription of that inlet. */
    public boolean isSubscribed(String inlet) {
        return standing(inlet).state().phase() == Phase.SUBSCRIBED;
    }

    Health health(String inlet) {
        return ((HealthIndicator) new MqttHealth(sources, quarantine).getContributor(inlet)).health();
    }

    Standing standing(String inlet) {
        return sources.all().get(inlet);
    }

    private Sources bind(String brokerUrl, Map<String, String> settings, SslBundles bundles) {
        Map<String, String> values = new HashMap<>(Map.of(
                "brokerUrl", brokerUrl,
                "reconnectMillisMin", "50",
                "reconnectMillisMax", "1000",
                "stableSeconds", "2"));
        values.putAll(settings);
        MqttInletProperties properties =
                new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("", MqttInletProperties.class);
        TransportFacts facts = new TransportFacts(List.of("traceparent", "camel*"), 16, 1024);
        SourcePermissions permissions = (credential, source) -> credential == null || source.startsWith(credential);
        routes.bind("permissions", permissions);
        MqttInlet inlet = new MqttInletConfiguration()
                .mqttInlet(
                        properties,
                        new StaticListableBeanFactory().getBeanProvider(MqttBrokerAddress.class),
                        bundles,
                        PROFILES,
                        facts,
                        // Of the queue's length as a gateway has it, however short that of the test is.
                        new InFlightShares(QUEUE_ARRIVALS_MAX),
                        quarantine);
        routes.bind("mqttInlet", inlet);
        return inlet.sources();
    }

    // As the defaults, but for a short end in an outage.
    private static LedgerSettings ledgerSettings(String node, int queueArrivalsMax) {
        return new LedgerSettings(
                node, 2, 2000, 8L << 20, 1000, 10, queueArrivalsMax, 64L << 20, 500, 4, 50, 500, 30, 1, 100_000, 10, 2);
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
        routes.close();
    }
}
