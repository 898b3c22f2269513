package io.plantgate.failure.torture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A legacy system: writes a file under an unfinished name and renames it; from then on the gateway owes every row. */
final class FilePublisher extends Publisher {

    private static final int ROWS = 60;

    private final Workload workload;
    private final Path inbox;
    private int files;

    FilePublisher(Workload workload, PublishLog log, Path inbox, int pauseMillis) {
        super("file", log, pauseMillis);
        this.workload = workload;
        this.inbox = inbox;
    }

    @Override
    boolean publishSome() {
        try {
            List<Publication> rows = new ArrayList<>();
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (int i = 0; i < ROWS; i++) {
                Publication row = workload.next();
                log.published(row);
                rows.add(row);
                content.write(row.raw());
                content.write('\n');
            }
            drop("events-%05d.jsonl".formatted(files++), content.toByteArray());
            rows.forEach(log::acknowledged);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void drop(String name, byte[] content) throws IOException {
        Path unfinished = inbox.resolve(name + ".tmp");
        Files.write(unfinished, content);
        Files.move(unfinished, inbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
