package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A file of JSON lines, dropped into an inbox by a rename, until it lies among those that are done. */
final class FileDoor implements Contender {

    private static final long ENDS_WITHIN_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path inbox;
    private final Path done;
    private final Path failed;
    private int files;

    FileDoor(Path inbox) {
        this.inbox = inbox;
        this.done = inbox.resolve("done");
        this.failed = inbox.resolve("failed");
    }

    @Override
    public String name() {
        return "file of JSON lines";
    }

    @Override
    public void prepare(List<Message> messages) throws IOException {
        Files.createDirectories(done);
        Files.createDirectories(failed);
        Optional<Path> last = in(done);
        if (last.isPresent()) {
            Files.delete(last.get());
        }
        files++;
        Files.write(unfinished(), Framing.LINES.body(messages));
    }

    @Override
    public void record(List<Message> messages) throws IOException {
        long latest = System.nanoTime() + ENDS_WITHIN_NANOS;
        Files.move(unfinished(), inbox.resolve(fileName()), StandardCopyOption.ATOMIC_MOVE);
        while (in(done).isEmpty()) {
            if (in(failed).isPresent() || System.nanoTime() > latest) {
                throw new IllegalStateException(fileName() + " was not imported to its end.");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** The file of this run, which the gateway has put its import's number in front of. */
    private Optional<Path> in(Path folder) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*__" + fileName())) {
            Iterator<Path> first = found.iterator();
            return first.hasNext() ? Optional.of(first.next()) : Optional.empty();
        }
    }

    private Path unfinished() {
        return inbox.resolve(fileName() + ".tmp");
    }

    private String fileName() {
        return "trips-" + files + ".jsonl";
    }
}
