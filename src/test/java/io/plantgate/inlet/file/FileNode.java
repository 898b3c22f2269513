package io.plantgate.inlet.file;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.inlet.Imports;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
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
 * The path of a dropped file in one process: the template from {@code routes/}, camel-file, intake and the ledger, wired
 * by hand. Profiles and inboxes lie in its directory.
 */
final class FileNode implements AutoCloseable {

    private final Path directory;
    private final HikariDataSource pool;
    private final PostgresLedger ledger;
    private final CamelContext camel = new DefaultCamelContext();

    FileNode(
            Path directory,
            String url,
            String node,
            Map<String, String> settings,
            MeterRegistry meters,
            LongSupplier nanoClock)
            throws Exception {
        this.directory = directory;
        this.pool = pool(url);
        this.ledger = PostgresLedger.open(pool, (first, under) -> Optional.empty(), LedgerSettings.defaults(node));
        bind(node, settings, meters, nanoClock);
        load("routes/policies/inlet.camel.yaml", "routes/templates/file-source.camel.yaml");
        camel.start();
    }

    /** A process of its own, until it is killed. Arguments: directory, address of the store, profile. */
    public static void main(String[] arguments) throws Exception {
        FileNode node = new FileNode(
                Path.of(arguments[0]), arguments[1], "node-1", Map.of(), new SimpleMeterRegistry(), System::nanoTime);
        node.inbox(arguments[2], Map.of("complete", "rename"));
        Thread.currentThread().join();
    }

    /** Adds an inbox with the template's parameters. */
    void inbox(String profile, Map<String, String> parameters) throws IOException {
        Path inbox = Files.createDirectories(directory.resolve("inbox").resolve(profile));
        TemplatedRouteBuilder route = TemplatedRouteBuilder.builder(camel, "file-source")
                .routeId(profile + "-file")
                .parameter("profile", profile)
                .parameter("directory", inbox)
                .parameter("pollMillis", "50");
        parameters.forEach(route::parameter);
        route.add();
    }

    private void bind(String node, Map<String, String> settings, MeterRegistry meters, LongSupplier nanoClock) {
        FileInletProperties properties =
                new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("", FileInletProperties.class);
        Registry beans = camel.getRegistry();
        beans.bind("ledgerOfThisNode", ledger);
        Profiles profiles = ProfileFiles.load(directory.resolve("profiles"));
        beans.bind("profiles", profiles);
        beans.bind("plantgateStepFailure", new NeverAsked());
        beans.bind(
                "fileInlet",
                new FileInlet(
                        node, profiles, new Imports(pool), ledger, properties, meters, Clock.systemUTC(), nanoClock));
        property("plantgate.ledger.node", node);
        property("plantgate.inlet.step-retries-max", "1");
        property("plantgate.inlet.step-retry-delay-ms", "1");
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
        return new HikariDataSource(config);
    }

    /** An orderly stop; the store stays. */
    @Override
    public void close() {
        camel.stop();
        ledger.close();
        pool.close();
    }

    /** The policy quarantines single deliveries; a file is none. */
    public static final class NeverAsked {
        public void quarantine(Exchange exchange) {
            throw new AssertionError("asked about " + exchange);
        }
    }
}
