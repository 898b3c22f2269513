package io.plantgate.testing;

import io.plantgate.site.Plantgate;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The real gateway in a process of its own, started, killed and stopped at will. */
public final class GatewayProcess implements AutoCloseable {

    // Quick to start rather than quick in the long run: it does not live long.
    private static final List<String> SHORT_LIVED = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final Duration ASK_WITHIN = Duration.ofSeconds(3);
    private static final int STOP_SECONDS_MAX = 90;

    private final Path directory;
    private final int port;
    private final List<String> virtualMachine;
    private final List<String> arguments;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ASK_WITHIN).build();
    private Process process;
    private boolean hasBeenReady;

    /**
     * @param directory where it runs and writes its log
     * @param arguments its configuration
     */
    public GatewayProcess(Path directory, List<String> arguments) {
        this(directory, SHORT_LIVED, arguments);
    }

    /** @param virtualMachine options of its Java */
    public GatewayProcess(Path directory, List<String> virtualMachine, List<String> arguments) {
        this.directory = directory;
        this.port = Programs.freePort();
        this.virtualMachine = virtualMachine;
        this.arguments = arguments;
    }

    public int port() {
        return port;
    }

    public void start() {
        hasBeenReady = false;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(virtualMachine);
        command.addAll(
                List.of("-Duser.timezone=UTC", "-cp", classPath(), Plantgate.class.getName(), "--server.port=" + port));
        command.addAll(arguments);
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public File log() {
        return directory.resolve("gateway.log").toFile();
    }

    // Without the tests' classes: the gateway would take their configuration for its own.
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** SIGKILL. */
    public void kill() {
        Programs.kill(process.toHandle());
    }

    /** SIGTERM; false if it does not end within its bound and had to be killed. */
    public boolean stop() {
        process.destroy();
        try {
            if (process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
        return false;
    }

    /** What its heap still holds after a full collection. */
    public long heapKib() {
        return JavaHeap.kibAfterCollection(process.pid());
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Since its last start. */
    public boolean hasBeenReady() {
        return hasBeenReady;
    }

    /** Takes posts; its brokers may be away. */
    public boolean isReady() {
        boolean ready = isHealthy("/readiness");
        hasBeenReady |= ready;
        return ready;
    }

    /** Ready, and subscribed at all brokers: from now on they keep for it what is published. */
    public boolean isUp() {
        return isReady() && isHealthy("");
    }

    private boolean isHealthy(String group) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/actuator/health" + group))
                .timeout(ASK_WITHIN)
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
