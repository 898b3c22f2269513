package io.plantgate.embedded;

import com.hivemq.configuration.service.InternalConfigurations;
import com.hivemq.embedded.EmbeddedHiveMQ;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An MQTT broker of our own on a loopback port, for the first minutes and for tests: HiveMQ CE. Sessions and their queues
 * are kept in its directory. Anybody on this machine may connect.
 */
public final class EmbeddedMqttBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedMqttBroker.class);
    private static final long START_SECONDS_MAX = 60;
    // HiveMQ's own default is 1,000, and drops silently beyond.
    private static final int QUEUED_MESSAGES_MAX = 1_000_000;

    // HiveMQ sends so many to a client, waits until the last of them is acknowledged, and only then reads the next
    // ones;
    // its own 50 are a commit of the ledger for every 50 messages. The client's receive maximum bounds it further.
    private static final int TOGETHER_MAX = 1000;

    // HiveMQ's own 64 are 190 stores to make and to open at each start. What a directory was made with counts for
    // good: a session is looked for in the bucket that its name falls into.
    private static final int BUCKETS = 8;
    private static final int BUCKETS_ONCE = 64;
    private static final String SESSIONS = "data/persistence/client_session_store";

    private static final String CONFIGURATION = """
            <?xml version="1.0"?>
            <hivemq>
                <listeners>
                    <tcp-listener>
                        <port>%d</port>
                        <bind-address>127.0.0.1</bind-address>
                    </tcp-listener>
                </listeners>
                <mqtt>
                    <queued-messages>
                        <max-queue-size>%d</max-queue-size>
                    </queued-messages>
                    <receive-maximum>
                        <server-receive-maximum>1000</server-receive-maximum>
                    </receive-maximum>
                </mqtt>
                <persistence>
                    <mode>file</mode>
                </persistence>
                <anonymous-usage-statistics>
                    <enabled>false</enabled>
                </anonymous-usage-statistics>
            </hivemq>
            """;

    private final EmbeddedHiveMQ server;
    private final int port;

    private EmbeddedMqttBroker(EmbeddedHiveMQ server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts on a directory that is made if missing and kept at the end.
     *
     * @param port on loopback; 0 for any that is free
     * @throws IllegalStateException if the port is taken
     */
    public static EmbeddedMqttBroker startIn(Path directory, int port) {
        int free = freePort(port);
        InternalConfigurations.MAX_INFLIGHT_WINDOW_SIZE_MESSAGES = TOGETHER_MAX;
        try {
            InternalConfigurations.PERSISTENCE_BUCKET_COUNT.set(buckets(directory));
            Path configuration = Files.createDirectories(directory.resolve("conf"));
            Files.writeString(configuration.resolve("config.xml"), CONFIGURATION.formatted(free, QUEUED_MESSAGES_MAX));
            EmbeddedHiveMQ server = EmbeddedHiveMQ.builder()
                    .withConfigurationFolder(configuration)
                    .withDataFolder(Files.createDirectories(directory.resolve("data")))
                    .withExtensionsFolder(Files.createDirectories(directory.resolve("extensions")))
                    .withoutLoggingBootstrap()
                    .build();
            server.start().get(START_SECONDS_MAX, TimeUnit.SECONDS);
            LOG.info("The embedded MQTT broker listens on tcp://127.0.0.1:{}", free);
            return new EmbeddedMqttBroker(server, free);
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded MQTT broker cannot use " + directory, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The embedded MQTT broker does not start.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the embedded MQTT broker started.", e);
        }
    }

    /** How many buckets the directory was made with, or is going to be. */
    static int buckets(Path directory) throws IOException {
        Path sessions = directory.resolve(SESSIONS);
        if (Files.notExists(sessions)) {
            return BUCKETS;
        }
        try (Stream<Path> files = Files.find(sessions, 2, (file, attributes) -> isBucket(file))) {
            // Fewer than there should be are those of a first start that was killed.
            return files.count() > BUCKETS ? BUCKETS_ONCE : BUCKETS;
        }
    }

    private static boolean isBucket(Path file) {
        return file.getFileName().toString().startsWith("client_session_store_");
    }

    private static int freePort(int wanted) {
        try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(
                    ("Port %d is taken, so the embedded MQTT broker cannot start. Name your own broker"
                                    + " (plantgate.inlet.mqtt.broker-url), or another port"
                                    + " (plantgate.embedded.mqtt-port).")
                            .formatted(wanted),
                    e);
        }
    }

    public String url() {
        return "tcp://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The embedded MQTT broker does not stop.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
