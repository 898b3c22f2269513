package io.plantgate.failure.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;

/** What happened when, in a file. */
final class Timeline {

    private final Path file;
    private final long startedNanos = System.nanoTime();

    Timeline(Path file) {
        this.file = file;
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void note(String what) {
        Duration since = Duration.ofNanos(System.nanoTime() - startedNanos);
        try {
            Files.writeString(
                    file,
                    "%s %7.3f %s%n".formatted(LocalTime.now().withNano(0), since.toMillis() / 1000.0, what),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long seconds() {
        return Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
