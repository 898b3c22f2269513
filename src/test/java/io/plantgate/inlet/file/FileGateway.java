package io.plantgate.inlet.file;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The real path of a dropped file with a store of its own: the template from {@code routes/}, camel-file, intake and the
 * ledger on PostgreSQL. Profiles are given as text; each inbox takes whatever is moved into it.
 */
final class FileGateway implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(30);

    final TestDatabase database = TestDatabase.fresh();
    final Rows rows = new Rows(database.dataSource());
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Path directory;
    private final Map<String, String> settings;
    private LongSupplier nanoClock = System::nanoTime;
    private FileNode node;

    FileGateway(Path directory) {
        this(directory, Map.of());
    }

    /** With other settings of {@code plantgate.inlet.file}. */
    FileGateway(Path directory, Map<String, String> settings) {
        this.directory = directory;
        this.settings = settings;
    }

    /** A profile by its text. */
    FileGateway with(String profile, String text) throws IOException {
        Path profiles = Files.createDirectories(directory.resolve("profiles"));
        Files.writeString(profiles.resolve(profile + ProfileFiles.FILE_SUFFIX), text);
        return this;
    }

    /** Starts, or starts again, as the node of that name with an inbox per profile. */
    FileGateway start(String name, String... profiles) throws Exception {
        node = another(name);
        for (String profile : profiles) {
            inbox(profile, Map.of("complete", "rename"));
        }
        return this;
    }

    /** A second node on the same inboxes and store, to be closed by whoever asked. */
    FileNode another(String name) throws Exception {
        return new FileNode(directory, database.url(), name, settings, meters, nanoClock);
    }

    /** Lets the clock of all nodes be moved by hand. */
    void timeStandsStillAt(AtomicLong nanos) {
        nanoClock = nanos::get;
    }

    /** Adds an inbox with other parameters of the template. */
    void inbox(String profile, Map<String, String> parameters) throws IOException {
        node.inbox(profile, parameters);
    }

    Path inbox(String profile) {
        return directory.resolve("inbox").resolve(profile);
    }

    /** Drops a file the way a careful sender does: under another name, then by rename. */
    void drop(String profile, String name, byte[] content) throws IOException {
        Path unfinished = Files.write(Files.createDirectories(inbox(profile)).resolve("sending.tmp"), content);
        Files.move(unfinished, inbox(profile).resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    void drop(String profile, String name, String content) throws IOException {
        drop(profile, name, content.getBytes(StandardCharsets.UTF_8));
    }

    void drop(String profile, String name, String content, Charset charset) throws IOException {
        drop(profile, name, content.getBytes(charset));
    }

    /** Waits until so many imports have ended, and says how, in their order. */
    List<String> ended(int imports) {
        Awaitility.await()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> rows.count("import where state <> 'RUNNING'") >= imports && isSettled());
        return rows.list("select state from import order by import_id");
    }

    // The row is settled before the file is moved.
    private boolean isSettled() throws IOException {
        try (Stream<Path> inboxes = Files.list(directory.resolve("inbox"))) {
            return inboxes.allMatch(inbox -> names(inbox.resolve("claimed")).isEmpty());
        }
    }

    /** Names of files below a folder, in order. */
    List<String> names(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** How often each decision was taken: {@code CANONICAL 3, DUPLICATE 1}. */
    List<String> decisions() {
        return rows.list("select decision, count(*) from arrival group by decision order by decision");
    }

    /** Decisions of the rows of one import, in the order of rows. */
    List<String> decisionsOf(long importId) {
        return rows.list("select decision from arrival where import_id = ? order by import_row", importId);
    }

    /** Stops as an orderly stop does; the store stays. */
    void stop() {
        node.close();
        node = null;
    }

    @Override
    public void close() {
        if (node != null) {
            stop();
        }
        database.close();
    }
}
