package io.plantgate.inlet.mqtt;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A Mosquitto of this machine, started with the settings that the how-to names. */
final class MosquittoBroker implements Broker {

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
            log_dest file %s/mosquitto.log
            %s
            """;

    private final Path directory;
    private final int port;
    private Process process;

    MosquittoBroker(Path directory, String... more) throws IOException {
        this.directory = Files.createDirectories(directory);
        // Started as root, it becomes another user.
        directory.toFile().setWritable(true, false);
        directory.toFile().setExecutable(true, false);
        this.port = freePort();
        Files.writeString(
                directory.resolve("mosquitto.conf"),
                CONFIGURATION.formatted(port, directory, directory, String.join("\n", more)));
        start();
    }

    /** The program, if this machine has it. */
    static Optional<Path> program() {
        Stream<String> folders = Stream.concat(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator)),
                Stream.of("/usr/sbin", "/usr/local/sbin"));
        return folders.map(folder -> Path.of(folder, "mosquitto"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public String url() {
        return "tcp://127.0.0.1:" + port;
    }

    @Override
    public int port() {
        return port;
    }

    private void start() throws IOException {
        String user = System.getProperty("user.name");
        List<String> command = List.of(
                program().orElseThrow().toString(),
                "-c",
                directory.resolve("mosquitto.conf").toString());
        Files.writeString(
                directory.resolve("mosquitto.conf"),
                Files.readString(directory.resolve("mosquitto.conf")).replaceAll("(?m)^user .*\\R", "") + "user " + user
                        + "\n");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.log").toFile())
                .start();
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(20))
                .until(this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    @Override
    public void restart() throws Exception {
        stop();
        start();
    }

    @Override
    public void restartWithoutSessions() throws Exception {
        stop();
        Files.deleteIfExists(directory.resolve("mosquitto.db"));
        start();
    }

    @Override
    public void close() throws Exception {
        stop();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
