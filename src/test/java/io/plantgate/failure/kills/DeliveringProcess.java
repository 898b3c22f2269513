package io.plantgate.failure.kills;

import io.plantgate.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** One process that delivers, from its start to its kill. */
final class DeliveringProcess {

    private static final int START_SECONDS_MAX = 180;

    private final Process process;
    private final Path log;
    private final CompletableFuture<Boolean> delivering = new CompletableFuture<>();
    private final AtomicBoolean killed = new AtomicBoolean();

    private DeliveringProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param log to which what it says is appended */
    static DeliveringProcess start(String name, KillSite site, FarSides farSides, Path log) {
        try {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx192m",
                            // Quick to start rather than quick in the long run: it does not live long.
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Duser.timezone=UTC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            DeliveringNode.class.getName(),
                            name,
                            site.url(),
                            site.kinds().toString(),
                            farSides.erp().postingsUrl(),
                            Integer.toString(farSides.smsPort())))
                    .redirectErrorStream(true)
                    .start();
            DeliveringProcess started = new DeliveringProcess(process, log);
            Thread reader = new Thread(started::read, name);
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.equals(DeliveringNode.DELIVERING)) {
                    delivering.complete(true);
                } else {
                    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            // What a killed process still had to say is lost.
        } finally {
            delivering.complete(false);
        }
    }

    /** False if it ended before. */
    boolean awaitDelivering() throws Exception {
        return delivering.get(START_SECONDS_MAX, TimeUnit.SECONDS);
    }

    boolean isDelivering() {
        return process.isAlive() && delivering.getNow(false);
    }

    /** Nobody but us has ended it, or it still runs. */
    boolean endedByItself() {
        return !process.isAlive() && !killed.get();
    }

    /** Waits, unless it ends before. */
    void await(int millis) throws InterruptedException {
        process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** SIGKILL; true if this ended a process that was delivering. */
    boolean kill() {
        boolean counts = isDelivering() && killed.compareAndSet(false, true);
        killed.set(true);
        Programs.kill(process.toHandle());
        return counts;
    }
}
