package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.PostgresLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/**
 * The whole gateway on the benchmark's store: the policies and templates that are shipped, with the site of the benchmark, whose
 * ways in are a file and HTTP. What decides can be exchanged while it runs.
 */
final class BenchGateway implements AutoCloseable {

    private static final Path SHIPPED = Path.of("routes");
    static final Path SITE = Path.of("src", "bench", "site");

    private final Path routes = Files.createTempDirectory("plantgate-bench-");
    private final WholeGateway gateway;

    BenchGateway(BenchStore store) throws IOException {
        for (String part : List.of("policies", "templates")) {
            FileSystemUtils.copyRecursively(SHIPPED.resolve(part), routes.resolve(part));
        }
        FileSystemUtils.copyRecursively(SITE, routes.resolve("sites").resolve("bench"));
        gateway = new WholeGateway(
                store.jdbcUrl(),
                List.of(
                        "--plantgate.site=bench",
                        "--plantgate.routes-directory=" + routes,
                        // No route leads there; but with none named, brokers would be embedded.
                        "--plantgate.inlet.mqtt.broker-url=tcp://127.0.0.1:1883",
                        "--spring.rabbitmq.host=127.0.0.1",
                        // More than the 4 that are the default, for whoever sends on more connections.
                        "--plantgate.inlet.http.stream-readers=16",
                        "--plantgate.web.security.users[0].name=" + RawPost.USER,
                        "--plantgate.web.security.users[0].password={noop}" + RawPost.PASSWORD,
                        "--plantgate.web.security.users[0].roles[0]=integrator"),
                SwitchedLedger::putInto);
    }

    int port() {
        return gateway.port();
    }

    Path inbox() {
        return gateway.directory().resolve("inbox").resolve("pumps");
    }

    /** Its own ledger. */
    Ledger ledger() {
        return gateway.bean(PostgresLedger.class);
    }

    /** From now on this one decides. */
    void decideBy(Ledger ledger) {
        gateway.bean(SwitchedLedger.class).to(ledger);
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        FileSystemUtils.deleteRecursively(routes);
    }
}
