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
import io.plantgate.testing.InletRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The path of a dropped file in one process: the template from {@code routes/}, camel-file, intake and the ledger, wired
 * by hand. Profiles and inboxes lie in its directory.
 */
final class FileNode implements AutoCloseable {

    private final Path directory;
    private final InletRoutes routes;

    FileNode(
            Path directory,
            String url,
            String node,
            Map<String, String> settings,
            MeterRegistry meters,
            LongSupplier nanoClock)
            throws Exception {
        this.directory = directory;
        HikariDataSource pool = pool(url);
        PostgresLedger ledger =
                PostgresLedger.open(pool, (first, under) -> Optional.empty(), LedgerSettings.defaults(node));
        Profiles profiles = ProfileFiles.load(directory.resolve("profiles"));
        FileInletProperties properties =
                new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("", FileInletProperties.class);
        this.routes = new InletRoutes(node, ledger, profiles).owning(pool, ledger);
        routes.bind(
                "fileInlet",
                new FileInlet(
                        node, profiles, new Imports(pool), ledger, properties, meters, Clock.systemUTC(), nanoClock));
        routes.start("file-source");
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
        Map<String, Object> all = new HashMap<>(Map.of("directory", inbox, "pollMillis", "50"));
        all.putAll(parameters);
        routes.add("file-source", profile + "-file", profile, all);
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
        routes.close();
    }
}
