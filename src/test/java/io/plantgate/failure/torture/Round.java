package io.plantgate.failure.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** One round: a plant, its publishers, the faults of a seed, and the audit at the end. */
final class Round {

    static final Path TARGET = Path.of("target", "torture").toAbsolutePath();

    private static final int SETTLE_SECONDS_MAX = 120;
    private static final int PAUSE_MILLIS = 15;
    private static final int PAUSE_BETWEEN_FILES_MILLIS = 1500;
    private static final int HTTP_CLIENTS = 3;
    private static final int AFTERMATH_MILLIS = 2000;

    private final long seed;
    private final int faults;
    private final Path directory;
    private final Timeline timeline;
    private final PublishLog log = new PublishLog();

    Round(long seed, int faults) {
        this.seed = seed;
        this.faults = faults;
        this.directory = TARGET.resolve("plant-" + seed);
        this.timeline = new Timeline(TARGET.resolve("round-" + seed + ".log"));
    }

    Outcome run() throws IOException {
        FileSystemUtils.deleteRecursively(directory);
        Files.createDirectories(directory);
        Outcome outcome = tormented();
        cleanUp(outcome);
        return outcome;
    }

    private Outcome tormented() {
        try (Plant plant = new Plant(directory)) {
            timeline.note("seed " + seed + ": " + plant);
            System.out.println("Torture, seed " + seed + ": " + plant);
            Tormentor tormentor = new Tormentor(plant, log, timeline, seed);
            tormentor.awaitReady();
            List<Publisher> publishers = publishers(plant);
            List<Fault> plan = FaultPlan.of(seed, faults, Tormentor.impossible(plant.brokers()));
            tormentor.run(plan);
            Tormentor.pause(AFTERMATH_MILLIS);
            publishers.forEach(Publisher::close);
            tormentor.awaitReady();
            Outcome outcome = judged(plant, tormentor, plan.size());
            note(outcome);
            return outcome;
        }
    }

    /** The plant's files, for whoever looks for the cause; removed where there is nothing to look for. */
    private void cleanUp(Outcome outcome) throws IOException {
        if (outcome.isFlawless()) {
            FileSystemUtils.deleteRecursively(directory);
        }
    }

    private List<Publisher> publishers(Plant plant) {
        List<Publisher> publishers = new ArrayList<>();
        Workload overHttp = new PlantWorkload("http", seed);
        for (int i = 0; i < HTTP_CLIENTS; i++) {
            publishers.add(new HttpPublisher(overHttp, log, plant.http().port(), PAUSE_MILLIS));
        }
        publishers.add(
                new FilePublisher(new PlantWorkload("file", seed), log, plant.inbox(), PAUSE_BETWEEN_FILES_MILLIS));
        for (Broker broker : plant.brokers()) {
            publishers.add(broker.publisher(new PlantWorkload(broker.name(), seed), log, PAUSE_MILLIS));
        }
        publishers.forEach(Publisher::start);
        return publishers;
    }

    private Outcome judged(Plant plant, Tormentor tormentor, int done) {
        Audit audit = new Audit(plant.postgres().rows(), log);
        awaitSettled(plant, audit);
        long stuck = tormentor.gatewaysThatWouldNot() + (plant.gateway().stop() ? 0 : 1);
        stuck += leftovers(plant) + audit.unfinishedImports();
        List<Publication> lost = audit.lost();
        lost.forEach(publication -> timeline.note("LOST " + publication + " " + publication.rawHash()));
        return new Outcome(
                seed,
                done,
                log.publishedCount(),
                log.acknowledged().size(),
                lost.size(),
                audit.secondCanonicals(),
                stuck,
                audit.wrong());
    }

    private void awaitSettled(Plant plant, Audit audit) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS_MAX);
        timeline.note("the faults are over; " + log.acknowledged().size() + " acknowledged");
        while ((!audit.lost().isEmpty() || waitingFiles(plant) > 0) && System.nanoTime() < deadline) {
            Tormentor.pause(500);
        }
        timeline.note("settled");
    }

    private long leftovers(Plant plant) {
        long left = waitingFiles(plant);
        timeline.note("files left: " + left);
        for (Broker broker : plant.brokers()) {
            long waiting = broker.leftovers();
            timeline.note(broker.name() + " messages left: " + waiting);
            left += waiting;
        }
        return left;
    }

    /** Files in the inbox and in the claimed folders. */
    private static long waitingFiles(Plant plant) {
        try (Stream<Path> files = Files.walk(plant.inbox())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getParent().endsWith("done"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(Outcome outcome) {
        outcome.wrong().stream().limit(50).forEach(wrong -> timeline.note("WRONG: " + wrong));
        timeline.note(Outcome.HEADER + ": " + outcome.csv());
    }
}
