package io.plantgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a killed gateway left in a data directory: PostgreSQL outlives the process that started it, and a second one
 * refuses the directory while the first is there.
 */
final class Leftover {

    private static final Logger LOG = LoggerFactory.getLogger(Leftover.class);
    private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);

    private final Path directory;

    private Leftover(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes the directory free for a new server.
     *
     * @throws DataDirectoryInUseException if another gateway runs on it
     * @throws IllegalStateException if its server does not stop
     */
    static void clear(Path directory) {
        try {
            new Leftover(directory).clear();
        } catch (IOException e) {
            throw new UncheckedIOException("%s: what an earlier run left cannot be read".formatted(directory), e);
        }
    }

    private void clear() throws IOException {
        requireNoOtherGateway();
        Optional<ProcessHandle> process = recordedProcess();
        if (process.filter(this::isPostmaster).isPresent()) {
            stop(process.get());
        } else if (process.isPresent()) {
            // After a reboot the number may belong to anyone; PostgreSQL would take it for a server and refuse to
            // start.
            LOG.warn(
                    "{}: process {} of an earlier PostgreSQL is another program now; its pid file is removed",
                    directory,
                    process.get().pid());
            Files.deleteIfExists(pidFile());
        }
    }

    private Path pidFile() {
        return directory.resolve("postmaster.pid");
    }

    // The lock file of the embedded server: held by a gateway for as long as it lives, let go by the system if it dies.
    private void requireNoOtherGateway() throws IOException {
        Path lockFile = directory.resolve("epg-lock");
        if (!Files.exists(lockFile)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw inUse(null);
            }
        } catch (OverlappingFileLockException heldByThisProcess) {
            throw inUse(heldByThisProcess);
        }
    }

    private DataDirectoryInUseException inUse(Exception cause) {
        return new DataDirectoryInUseException(directory, cause);
    }

    // First line of postmaster.pid: the number of the server's process.
    private Optional<ProcessHandle> recordedProcess() throws IOException {
        try {
            return Files.readAllLines(pidFile()).stream()
                    .findFirst()
                    .filter(line -> line.strip().matches("\\d{1,18}"))
                    .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())))
                    .filter(ProcessHandle::isAlive);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private boolean isPostmaster(ProcessHandle process) {
        return process.info()
                        .command()
                        .filter(command -> command.contains("postgres"))
                        .isPresent()
                && worksHere(process);
    }

    // PostgreSQL works in its data directory. Where the system does not tell, the program's name must do.
    private boolean worksHere(ProcessHandle process) {
        Path workingDirectory = Path.of("/proc", Long.toString(process.pid()), "cwd");
        try {
            return !Files.exists(workingDirectory) || Files.isSameFile(workingDirectory, directory);
        } catch (IOException notOurs) {
            return false;
        }
    }

    private void stop(ProcessHandle postmaster) throws IOException {
        LOG.warn(
                "{}: a killed gateway left its PostgreSQL running (process {}); stopping it before starting anew",
                directory,
                postmaster.pid());
        interrupt(postmaster);
        try {
            postmaster.onExit().get(STOPS_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw doesNotStop(postmaster, e);
        } catch (ExecutionException | TimeoutException e) {
            throw doesNotStop(postmaster, e);
        }
    }

    private IllegalStateException doesNotStop(ProcessHandle postmaster, Exception cause) {
        return new IllegalStateException(
                "%s: PostgreSQL, process %d, does not stop within %d s. End it, then start again."
                        .formatted(directory, postmaster.pid(), STOPS_WITHIN.toSeconds()),
                cause);
    }

    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients, as SIGTERM would.
    private static void interrupt(ProcessHandle postmaster) throws IOException {
        if (System.getProperty("os.name").startsWith("Windows")) {
            postmaster.destroy();
        } else {
            new ProcessBuilder("kill", "-INT", Long.toString(postmaster.pid()))
                    .inheritIO()
                    .start();
        }
    }
}
