package io.plantgate.sequence.flink;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RestoreMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job on a cluster in this JVM, on one's own queue: to try it, or for what one machine can carry. Ended in whatever way
 * and started again, it goes on from its last checkpoint; what the broker had not heard of comes again.
 */
public final class LocalCluster {

    private static final String LOCK = "in-use.lock";
    private static final int RESTARTS_PAUSE_SECONDS_MAX = 30;

    private final JobSettings settings;
    private final Path state;
    private final int parallelism;

    private LocalCluster(JobSettings settings, Path state, int parallelism) {
        this.settings = settings;
        this.state = state;
        this.parallelism = parallelism;
    }

    /** @param arguments the job's, and {@code --state} (a directory) and {@code --parallelism} */
    public static void main(String[] arguments) throws Exception {
        String directory = "data/flink";
        int parallelism = 1;
        List<String> ofJob = new ArrayList<>();
        for (int i = 0; i < arguments.length; i += 2) {
            boolean hasValue = i + 1 < arguments.length;
            if (arguments[i].equals("--state") && hasValue) {
                directory = arguments[i + 1];
            } else if (arguments[i].equals("--parallelism") && hasValue) {
                parallelism = Integer.parseInt(arguments[i + 1]);
            } else {
                ofJob.addAll(List.of(arguments).subList(i, Math.min(i + 2, arguments.length)));
            }
        }
        JobSettings settings = JobSettings.of(ofJob.toArray(String[]::new));
        new LocalCluster(settings, Path.of(directory, folder(settings)).toAbsolutePath(), parallelism).run();
    }

    // What was seen of one queue says nothing about another one.
    private static String folder(JobSettings settings) {
        URI broker = URI.create(settings.text("rabbitmq"));
        CRC32 sum = new CRC32();
        sum.update((broker.getHost() + ':' + broker.getPort() + broker.getPath() + ' ' + settings.text("queue"))
                .getBytes(StandardCharsets.UTF_8));
        String name = settings.text("queue").replaceAll("[^A-Za-z0-9._-]", "_");
        return name.substring(0, Math.min(100, name.length()))
                + '-'
                + HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private void run() throws Exception {
        Files.createDirectories(state);
        // Two would hand on the same first arrivals, and each remove the checkpoints of the other.
        try (FileChannel file =
                        FileChannel.open(state.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null) {
                throw new IllegalStateException(
                        "Another job is running on %s and holds %s. End it first; or give this one a --state of its own."
                                .formatted(state, LOCK));
            }
            execute();
        }
    }

    private void execute() throws Exception {
        Optional<Path> checkpoint = newestCheckpoint();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration(checkpoint));
        SequenceJob.build(environment, settings);
        System.out.printf(
                "Queue %s, first arrivals to %s, notes to %s; %s%nKnown numbers lie in %s, a checkpoint every %s ms. Ctrl-C ends it.%n",
                settings.text("queue"),
                settings.text("jdbc-url").isEmpty() ? settings.text("first-queue") : "the table sequence_first",
                settings.text("notes-queue"),
                checkpoint.map(path -> "goes on from " + path.getFileName()).orElse("nothing is known yet"),
                state,
                settings.text("checkpoint-millis"));
        environment.execute("plantgate sequences of " + settings.text("queue"));
    }

    private Configuration configuration(Optional<Path> checkpoint) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, state.toUri().toString());
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                Duration.ofSeconds(RESTARTS_PAUSE_SECONDS_MAX));
        checkpoint.ifPresent(path -> {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString());
            // Taken over, so that it is removed when newer ones are there.
            configuration.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.CLAIM);
        });
        return configuration;
    }

    private Optional<Path> newestCheckpoint() throws IOException {
        if (!Files.isDirectory(state)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(state, 3)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .max(Comparator.comparing(LocalCluster::written))
                    .map(Path::getParent);
        }
    }

    private static FileTime written(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            // Removed meanwhile: no newest one.
            return FileTime.fromMillis(0);
        }
    }
}
