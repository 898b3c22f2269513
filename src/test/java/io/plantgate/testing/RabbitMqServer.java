package io.plantgate.testing;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.springframework.util.FileSystemUtils;

/** A real RabbitMQ on free loopback ports, with a directory of its own; its data survives a restart. */
public final class RabbitMqServer implements AutoCloseable {

    private static final List<String> PLACES =
            List.of("/usr/lib/rabbitmq/bin/rabbitmq-server", "/opt/rabbitmq/sbin/rabbitmq-server");
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(180);

    private final Path program;
    private final Path directory;
    private final int port = Programs.freePort();
    private final int distributionPort = Programs.freePort();
    private final int nameServicePort = Programs.freePort();
    private final Process nameService;
    private Process server;

    private RabbitMqServer(Path program, String moreConfiguration) throws IOException {
        this.program = program;
        this.directory = Files.createTempDirectory("plantgate-rabbitmq-");
        Files.writeString(directory.resolve("rabbitmq.conf"), """
                listeners.tcp.1 = 127.0.0.1:%d
                disk_free_limit.absolute = 50MB
                %s
                """.formatted(port, moreConfiguration));
        Files.writeString(directory.resolve("enabled_plugins"), "[].");
        // Else the node starts one that outlives it.
        this.nameService = process("epmd", "-address", "127.0.0.1", "-port", Integer.toString(nameServicePort));
    }

    /** The server's program on this machine. */
    public static Optional<Path> program() {
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, "rabbitmq-server"))
                // The wrapper of Debian's package changes user and directory; behind it stands the program itself.
                .filter(found -> !found.startsWith("/usr/sbin"));
        return Stream.concat(PLACES.stream().map(Path::of), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Skips the tests that ask for it, with the reason, where none is installed. */
    public static RabbitMqServer startOrSkip() {
        Optional<Path> program = program();
        Assumptions.assumeTrue(program.isPresent(), "no rabbitmq-server on this machine: not tested on RabbitMQ");
        return start(program.orElseThrow());
    }

    public static RabbitMqServer start(Path program) {
        return start(program, "");
    }

    /** With further lines of {@code rabbitmq.conf}, e.g. of a TLS listener on a port from {@link Programs#freePort()}. */
    public static RabbitMqServer start(Path program, String moreConfiguration) {
        try {
            RabbitMqServer rabbit = new RabbitMqServer(program, moreConfiguration);
            rabbit.start();
            return rabbit;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    /** Ends the server as its stop does, and starts it again on the same data. */
    public void restart() {
        stop();
        start();
    }

    public void stop() {
        end(server);
    }

    public void start() {
        try {
            server = process(program.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await()
                .atMost(STARTS_WITHIN)
                .pollInterval(Duration.ofMillis(200))
                .until(this::answers);
    }

    /** Runs {@code rabbitmqctl}, which stands beside the server's program, and waits for its end. */
    public void control(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(program.resolveSibling("rabbitmqctl").toString()));
        command.addAll(List.of(arguments));
        int status = process(command.toArray(String[]::new)).waitFor();
        if (status != 0) {
            throw new IllegalStateException("rabbitmqctl " + arguments[0] + " failed; see " + directory);
        }
    }

    /** Messages of a queue that were delivered and not acknowledged, as the broker sees it. */
    public long unacknowledged(String queue) {
        Path control = program.resolveSibling("rabbitmqctl");
        try {
            Process process = builder(
                            control.toString(),
                            "-q",
                            "list_queues",
                            "--no-table-headers",
                            "name",
                            "messages_unacknowledged")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String rows = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return rows.lines()
                    .map(row -> row.split("\\s+"))
                    .filter(row -> row[0].equals(queue))
                    .mapToLong(row -> Long.parseLong(row[1]))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no queue " + queue + " in: " + rows));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        if (!server.isAlive()) {
            throw new IllegalStateException("RabbitMQ ended at its start; see " + directory);
        }
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port);
        try (Connection connection = factory.newConnection()) {
            return connection.isOpen();
        } catch (IOException | TimeoutException e) {
            return false;
        }
    }

    private Process process(String... command) throws IOException {
        return builder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("output.log").toFile()))
                .start();
    }

    private ProcessBuilder builder(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("ERL_EPMD_PORT", Integer.toString(nameServicePort));
        builder.environment().put("ERL_EPMD_ADDRESS", "127.0.0.1");
        builder.environment().put("RABBITMQ_NODENAME", "plantgate" + port + "@localhost");
        builder.environment().put("RABBITMQ_DIST_PORT", Integer.toString(distributionPort));
        builder.environment()
                .put("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq.conf").toString());
        builder.environment()
                .put("RABBITMQ_CONF_ENV_FILE", directory.resolve("no.conf").toString());
        builder.environment()
                .put(
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                        directory.resolve("enabled_plugins").toString());
        builder.environment()
                .put("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString());
        builder.environment().put("RABBITMQ_LOG_BASE", directory.resolve("log").toString());
        return builder;
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        end(nameService);
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
