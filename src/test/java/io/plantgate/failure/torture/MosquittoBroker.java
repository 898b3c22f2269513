package io.plantgate.failure.torture;

import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.TcpLink;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Mosquitto of this machine that keeps its sessions and queues over a restart. */
final class MosquittoBroker implements Broker {

    static final String TOPIC = "plant/pumps/trip";
    static final String CLIENT_ID = "torture-gateway";

    private final Path program;
    private final MosquittoServer server;
    private final TcpLink link;

    private MosquittoBroker(Path program, Path directory) {
        this.program = program;
        this.server = MosquittoServer.start(program, directory);
        this.link = new TcpLink("mqtt").leadTo(server.port());
    }

    /** Empty where the program is not installed. */
    static Optional<Broker> start(Path directory) {
        return MosquittoServer.program().map(program -> new MosquittoBroker(program, directory));
    }

    @Override
    public String name() {
        return "mqtt";
    }

    @Override
    public String program() {
        return program.toString();
    }

    @Override
    public TcpLink link() {
        return link;
    }

    @Override
    public List<String> addTo(TortureSite site) {
        site.route(
                "pumps-mqtt",
                "mqtt-source",
                "topic",
                TOPIC,
                "clientId",
                CLIENT_ID,
                "inFlightMax",
                Integer.toString(site.inFlightMax()),
                "keepAliveSeconds",
                "5");
        return List.of(
                "--plantgate.inlet.mqtt.broker-url=tcp://127.0.0.1:" + link.port(),
                "--plantgate.inlet.mqtt.reconnect-millis-max=2000");
    }

    @Override
    public void restart() {
        server.restart();
    }

    @Override
    public Publisher publisher(Workload workload, PublishLog log, int pauseMillis) {
        return new MqttPublisher(workload, log, server.port(), pauseMillis);
    }

    /** Mosquitto knows none. */
    @Override
    public long deadLetters() {
        return 0;
    }

    @Override
    public long leftovers() {
        return MqttPublisher.takeWaiting(server.port());
    }

    @Override
    public void close() {
        server.close();
        link.close();
    }
}
