package io.plantgate.failure.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Mosquitto of this machine that keeps its sessions and queues over a restart. */
final class MosquittoServer implements Broker {

    static final String TOPIC = "plant/pumps/trip";
    static final String CLIENT_ID = "torture-gateway";

    private static final int START_SECONDS_MAX = 20;
    private static final int IN_FLIGHT_MAX = 150;

    // Mosquitto drops silently beyond 1,000 queued messages unless it is told otherwise.
    private static final String CONFIGURATION = """
            listener %d 127.0.0.1
            allow_anonymous true
            persistence true
            persistence_location %s/
            autosave_interval 1
            max_queued_messages 0
            max_queued_bytes 0
            user %s
            """;

    private final Path program;
    private final Path configuration;
    private final int port = Programs.freePort();
    private final TcpLink link = new TcpLink("mqtt").leadTo(port);
    private Process process;

    private MosquittoServer(Path program, Path directory) throws IOException {
        this.program = program;
        this.configuration = Files.createDirectories(directory).resolve("mosquitto.conf");
        Files.writeString(configuration, CONFIGURATION.formatted(port, directory, System.getProperty("user.name")));
        start();
    }

    /** Empty where the program is not installed. */
    static Optional<Broker> start(Path directory) {
        return Programs.find("mosquitto").map(program -> {
            try {
                return new MosquittoServer(program, directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void start() {
        try {
            process = new ProcessBuilder(program.toString(), "-c", configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            configuration.resolveSibling("output.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    private void awaitAnswer() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (!answers()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                throw new IllegalStateException("Mosquitto does not start; see " + configuration.getParent());
            }
            Tormentor.pause(50);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
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
                Integer.toString(IN_FLIGHT_MAX),
                "keepAliveSeconds",
                "5");
        return List.of(
                "--plantgate.inlet.mqtt.broker-url=tcp://127.0.0.1:" + link.port(),
                "--plantgate.inlet.mqtt.reconnect-millis-max=2000");
    }

    // SIGTERM, because a killed Mosquitto forgets what it acknowledged since it last saved.
    @Override
    public void restart() {
        stop();
        start();
    }

    private void stop() {
        process.destroy();
        if (!Programs.awaitEnd(process.toHandle())) {
            Programs.kill(process.toHandle());
        }
    }

    @Override
    public Publisher publisher(Workload workload, PublishLog log, int pauseMillis) {
        return new MqttPublisher(workload, log, port, pauseMillis);
    }

    @Override
    public long leftovers() {
        return MqttPublisher.takeWaiting(port);
    }

    @Override
    public void close() {
        stop();
        link.close();
    }
}
