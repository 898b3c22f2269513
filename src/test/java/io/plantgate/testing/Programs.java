package io.plantgate.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this machine, looked up and ended by their process alone. */
public final class Programs {

    private static final int END_SECONDS_MAX = 30;

    private Programs() {}

    /** The program on the PATH, or in one of these other folders. */
    public static Optional<Path> find(String program, String... alsoIn) {
        Stream<String> path = Arrays.stream(
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator));
        return Stream.concat(Arrays.stream(alsoIn), Stream.concat(path, Stream.of("/usr/sbin", "/usr/local/sbin")))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL. */
    public static void kill(ProcessHandle process) {
        process.destroyForcibly();
        awaitEnd(process);
    }

    public static boolean awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(END_SECONDS_MAX, TimeUnit.SECONDS);
            return true;
        } catch (Exception e) {
            return !process.isAlive();
        }
    }

    public static void signal(ProcessHandle process, String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
