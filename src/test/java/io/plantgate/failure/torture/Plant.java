package io.plantgate.failure.torture;

import io.plantgate.testing.GatewayProcess;
import io.plantgate.testing.TcpLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** All servers of a round, the gateway between them, and the links that connect it. */
final class Plant implements AutoCloseable {

    private final TcpLink http = new TcpLink("http");
    private final TcpLink database = new TcpLink("postgres");
    private final List<Broker> brokers;
    private final PostgresServer postgres;
    private final TortureSite site;
    private final GatewayProcess gateway;

    /** Starts everything, with a small queue, and does not wait for the gateway. */
    Plant(Path directory) {
        this(directory, TortureSite.SMALL_QUEUE);
    }

    Plant(Path directory, int queueArrivalsMax) {
        CompletableFuture<PostgresServer> starting =
                CompletableFuture.supplyAsync(() -> new PostgresServer(directory.resolve("postgres"), database));
        brokers = Brokers.start(directory);
        postgres = starting.join();
        site = new TortureSite(directory, queueArrivalsMax);
        List<String> arguments = site.arguments(postgres.urlThroughTheLink());
        brokers.forEach(broker -> arguments.addAll(broker.addTo(site)));
        gateway = new GatewayProcess(directory, arguments);
        http.leadTo(gateway.port());
        gateway.start();
    }

    GatewayProcess gateway() {
        return gateway;
    }

    PostgresServer postgres() {
        return postgres;
    }

    TcpLink http() {
        return http;
    }

    TcpLink database() {
        return database;
    }

    List<Broker> brokers() {
        return brokers;
    }

    Path inbox() {
        return site.inbox();
    }

    List<TcpLink> links() {
        List<TcpLink> links = new ArrayList<>(List.of(http, database));
        brokers.forEach(broker -> links.add(broker.link()));
        return links;
    }

    void heal() {
        for (TcpLink link : links()) {
            link.delay(0);
            link.release();
        }
    }

    /** What takes part, and what this machine has not. */
    @Override
    public String toString() {
        return "HTTP, files, PostgreSQL" + Brokers.described(brokers);
    }

    @Override
    public void close() {
        gateway.close();
        brokers.forEach(Broker::close);
        postgres.close();
        links().forEach(TcpLink::close);
    }
}
