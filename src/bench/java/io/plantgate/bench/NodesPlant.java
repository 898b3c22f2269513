package io.plantgate.bench;

import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.testing.GatewayProcess;
import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.util.FileSystemUtils;

/** Three gateways, each a process of its own, on one durable PostgreSQL, one Mosquitto and one RabbitMQ. */
final class NodesPlant implements AutoCloseable {

    static final int NODES = 3;

    private static final Duration UP_WITHIN = Duration.ofMinutes(4);
    private static final Duration STORED_WITHIN = Duration.ofMinutes(5);
    private static final int LOOK_MILLIS = 50;
    // What a gateway with some load is given, and the compiler that a gateway has.
    private static final List<String> VIRTUAL_MACHINE = List.of("-Xmx512m", "-XX:+UseG1GC");

    private static final String KEYS =
            "select source || '|' || transition_id || '|' || boot_id from identity join source using (source_id)";
    private static final String SHARES = """
            select node || ' ' || round(100.0 * count(*) / sum(count(*)) over ()) || ' %'
              from arrival join inlet using (inlet_id) group by node order by node""";

    private final Path directory = Files.createTempDirectory("plantgate-bench-");
    private final EmbeddedDatabase database = EmbeddedDatabase.startFresh();
    private final MosquittoServer mosquitto;
    private final RabbitMqServer rabbit;
    private final List<GatewayProcess> nodes = new ArrayList<>();
    private final Rows rows;

    NodesPlant(Path mosquittoProgram, Path rabbitProgram) throws Exception {
        PGSimpleDataSource direct = new PGSimpleDataSource();
        direct.setUrl(database.jdbcUrl());
        rows = new Rows(direct);
        // It writes all that it holds each time, so once in a run would be once too often.
        mosquitto = MosquittoServer.start(mosquittoProgram, directory.resolve("mosquitto"), "autosave_interval 3600");
        rabbit = RabbitMqServer.start(rabbitProgram);
        for (int node = 1; node <= NODES; node++) {
            nodes.add(start(node));
        }
    }

    // One after the other: the first makes the schema.
    private GatewayProcess start(int node) throws Exception {
        Path own = Files.createDirectories(directory.resolve("node-" + node));
        NodeSite site = NodeSite.write(own.resolve("routes"), node, NODES);
        GatewayProcess gateway = new GatewayProcess(
                own,
                VIRTUAL_MACHINE,
                site.arguments(database.jdbcUrl(), own.resolve("data"), mosquitto.url(), rabbit.port()));
        gateway.start();
        Awaitility.await("node " + node + "; see " + gateway.log())
                .atMost(UP_WITHIN)
                .pollInterval(Duration.ofSeconds(1))
                .until(gateway::isUp);
        return gateway;
    }

    String mqttUrl() {
        return mosquitto.url();
    }

    int amqpPort() {
        return rabbit.port();
    }

    /** Of the first so many nodes. */
    List<Integer> httpPorts(int group) {
        return nodes.subList(0, group).stream().map(GatewayProcess::port).toList();
    }

    void empty() {
        rows.execute("truncate identity, arrival, outbox");
        rows.execute("checkpoint");
    }

    /** Returns as soon as so many events are stored. */
    void awaitStored(int events) throws InterruptedException {
        long deadline = System.nanoTime() + STORED_WITHIN.toNanos();
        while (rows.count("identity") < events) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("%d events of %d are stored, after %s"
                        .formatted(rows.count("identity"), events, STORED_WITHIN));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Each message that was acknowledged is the one canonical event of its name, and nothing else is there. */
    void requireEachIsStoredOnce(List<Message> acknowledged) {
        Set<String> missing = new HashSet<>();
        acknowledged.forEach(message -> missing.add(message.key()));
        Set<String> stored = new HashSet<>(rows.list(KEYS));
        long canonical = rows.count("arrival where decision = 'CANONICAL'");
        long distinct = Long.parseLong(rows.one("select count(distinct canonical_id) from arrival"));
        long others = rows.count("arrival where decision not in ('CANONICAL', 'DUPLICATE')");
        if (!stored.equals(missing) || canonical != stored.size() || distinct != canonical || others != 0) {
            missing.removeAll(stored);
            throw new IllegalStateException(
                    "%d acknowledged, %d stored, %d missing, %d canonical arrivals of %d events, %d neither first nor repeat"
                            .formatted(
                                    acknowledged.size(), stored.size(), missing.size(), canonical, distinct, others));
        }
    }

    /** Copies that a broker delivered twice. */
    long duplicates() {
        return rows.count("arrival where decision = 'DUPLICATE'");
    }

    /** What each node had of the arrivals that are there: {@code node-1 52 %}. */
    List<String> shares() {
        return rows.list(SHARES);
    }

    @Override
    public void close() throws Exception {
        nodes.forEach(GatewayProcess::stop);
        rabbit.close();
        mosquitto.close();
        database.close();
        FileSystemUtils.deleteRecursively(directory);
    }
}
