package io.plantgate.failure.torture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** A legacy system: writes a file under an unfinished name and renames it; from then on the gateway owes every row. */
final class FilePublisher extends Publisher {

    private static final int ROWS = 60;

    private final Path inbox;
    private int files;

    FilePublisher(Workload workload, PublishLog log, Path inbox, int pauseMillis) {
        super("file", workload, log, ROWS, pauseMillis);
        this.inbox = inbox;
    }

    @Override
    boolean publish(List<Publication> open) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (Publication row : open) {
            content.writeBytes(row.raw());
            content.write('\n');
        }
        try {
            drop("events-%05d.jsonl".formatted(files++), content.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(log::acknowledged);
        open.clear();
        return true;
    }

    private void drop(String name, byte[] content) throws IOException {
        Path unfinished = inbox.resolve(name + ".tmp");
        Files.write(unfinished, content);
        Files.move(unfinished, inbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
