package io.plantgate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * A Mosquitto of this machine on a loopback port that stays the same, with the settings that the how-to names: it keeps
 * its sessions and queues over a restart.
 */
public final class MosquittoServer implements AutoCloseable {

    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

    // Started as root, it would become another user.
    private static final String CONFIGURATION = """
            listener %d 127.0.0.1
            allow_anonymous true
            persistence true
            persistence_location %s/
            autosave_interval 1
            autosave_on_changes false
            max_queued_messages 0
            max_queued_bytes 0
            max_inflight_messages 0
            user %s
            %s
            """;

    private final Path program;
    private final Path directory;
    private final int port = Programs.freePort();
    private Process process;

    private MosquittoServer(Path program, Path directory, String more) throws IOException {
        this.program = program;
        this.directory = Files.createDirectories(directory);
        Files.writeString(
                configuration(), CONFIGURATION.formatted(port, directory, System.getProperty("user.name"), more));
    }

    /** The server's program on this machine. */
    public static Optional<Path> program() {
        return Programs.find("mosquitto");
    }

    /**
     * @param program see {@link #program()}
     * @param directory where it keeps what it has
     * @param more further lines of its configuration
     */
    public static MosquittoServer start(Path program, Path directory, String... more) {
        try {
            MosquittoServer mosquitto = new MosquittoServer(program, directory, String.join("\n", more));
            mosquitto.start();
            return mosquitto;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "tcp://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** SIGTERM and a new start, because a killed Mosquitto forgets what it acknowledged since it last saved. */
    public void restart() {
        stop();
        start();
    }

    /** The same, and between the two it loses what it has saved. */
    public void restartWithoutSessions() throws IOException {
        stop();
        Files.deleteIfExists(directory.resolve("mosquitto.db"));
        start();
    }

    private void start() {
        try {
            process = new ProcessBuilder(
                            program.toString(), "-c", configuration().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("output.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await()
                .atMost(STARTS_WITHIN)
                .pollInterval(Duration.ofMillis(20))
                .until(this::answers);
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("Mosquitto ended at its start; see " + directory);
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void stop() {
        process.destroy();
        if (!Programs.awaitEnd(process.toHandle())) {
            Programs.kill(process.toHandle());
        }
    }

    private Path configuration() {
        return directory.resolve("mosquitto.conf");
    }

    @Override
    public void close() {
        stop();
    }
}
