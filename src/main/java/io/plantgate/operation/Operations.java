package io.plantgate.operation;

import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.operation.OperationRequest.Name;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** The operations of one site on one node: the door for all who ask, and the work that follows. */
public final class Operations implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

    private final Plant plant;
    private final OperationSettings settings;
    private final OperationRows rows;
    private final Asking asking;
    private final Reports reports;
    private final Writing writing;
    private final Deadlines deadlines;
    private final Recovery recovery;
    private final OpenCounts counts;
    private final Stories stories;
    private final DoorState door;
    private final OperationPeople people;
    private final Watchers watchers;
    private final OperationMetrics metrics;
    private final ScheduledExecutorService clock;
    private final String worker;
    private final Integrity integrity;
    private final Deployment deployment;
    // Only the clock's thread touches these two.
    private final Upkeep upkeep;
    private final ClockSteps steps = new ClockSteps();

    private Operations(
            DataSource dataSource,
            Plant plant,
            Collection<Driver> drivers,
            OperationSettings settings,
            String node,
            MeterRegistry meters) {
        this.worker = node + "/" + UUID.randomUUID().toString().substring(0, 8);
        OperationStore store = new OperationStore(dataSource);
        this.plant = plant;
        this.settings = settings;
        this.metrics = new OperationMetrics(meters);
        this.rows = new OperationRows(store);
        this.watchers = new Watchers(rows);
        this.door = new DoorState(store);
        this.deployment = new Deployment(store, door, worker);
        this.integrity = new Integrity(store, door, deployment);
        this.counts = new OpenCounts(store, door, meters, settings.openMax());
        this.upkeep = new Upkeep(counts, new Tombstones(store));
        this.stories = new Stories(store);
        this.people = new PostgresPeople(store, door, metrics, this::moved);
        EquipmentVersions versions = new EquipmentVersions(store);
        NewOperations newOperations = new NewOperations(store, versions, door, deployment, settings, worker);
        this.asking = new Asking(store, plant, settings, newOperations);
        this.reports = new Reports(store, metrics, this::moved);
        Map<String, Driver> byProtocol = drivers.stream().collect(Collectors.toMap(Driver::protocol, driver -> driver));
        this.writing = new Writing(
                plant,
                byProtocol,
                versions,
                new Claims(store, node, worker),
                new Endings(store, settings, worker),
                reports,
                settings,
                metrics,
                node,
                this::moved);
        this.deadlines = new Deadlines(store, node, worker, metrics);
        this.recovery = new Recovery(store, plant, byProtocol, versions, reports, settings, worker, this::moved);
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "operation-clock");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens the operations on a migrated database.
     *
     * @param node this gateway's name
     */
    public static Operations open(
            DataSource dataSource,
            EquipmentFiles equipment,
            Collection<Driver> drivers,
            OperationSettings settings,
            String node,
            MeterRegistry meters) {
        return open(dataSource, (Plant) equipment, drivers, settings, node, meters);
    }

    static Operations open(
            DataSource dataSource,
            Plant plant,
            Collection<Driver> drivers,
            OperationSettings settings,
            String node,
            MeterRegistry meters) {
        Operations operations = new Operations(dataSource, plant, drivers, settings, node, meters);
        operations.integrity.check(operations.worker);
        operations.clock.scheduleWithFixedDelay(operations::tick, 0, settings.pollMillis(), TimeUnit.MILLISECONDS);
        return operations;
    }

    /**
     * Asks for a write, or for what became of it: the same name and payload never leads to a second one.
     *
     * @throws OperationsUnreachableException if the database cannot be asked: recorded or not, asking again is safe
     * @throws OperationsFaultException if it refuses what it was told, which it would do again
     */
    public Asked ask(OperationRequest request) {
        Asked asked = reached(() -> asking.ask(request));
        metrics.asked(asked, request.door());
        if (asked instanceof Asked.Full) {
            counts.turnedAway();
        }
        if (asked instanceof Asked.New fresh) {
            LOG.info(
                    "{}: {} digest {} asked by {} over {}: {}",
                    fresh.operation().target(),
                    fresh.operation().name(),
                    fresh.operation().digest(),
                    request.asker(),
                    request.door(),
                    fresh.operation().state());
            wake();
        }
        return asked;
    }

    /** The same, and waits for an outcome, at most so long and never longer than {@code wait-seconds-max}. */
    public CompletionStage<Asked> ask(OperationRequest request, Duration wait) {
        Asked asked = ask(request);
        Duration most = Duration.ofSeconds(Math.min(wait.toSeconds(), settings.waitSecondsMax()));
        if (asked instanceof Asked.New fresh && fresh.operation().pending()) {
            return watchers.await(fresh.operation(), most).thenApply(Asked.New::new);
        }
        if (asked instanceof Asked.Known known && known.operation().pending()) {
            return watchers.await(known.operation(), most).thenApply(Asked.Known::new);
        }
        return CompletableFuture.completedStage(asked);
    }

    /** Somebody sent what is no request at all. */
    public void notARequest(OperationRequest.Door door) {
        metrics.notARequest(door);
    }

    /** What stands under a name. */
    public Optional<Operation> find(Name name) {
        return reached(() -> rows.find(name));
    }

    /** All that happened to an operation, each list bounded. */
    public Optional<OperationStory> story(Name name, int rowsMax) {
        return reached(() -> rows.find(name).map(operation -> stories.of(operation, rowsMax)));
    }

    /** The operation with that key. */
    public Optional<Operation> find(long operationKey) {
        return reached(() -> rows.find(operationKey));
    }

    public List<Operation> list(OperationQuery query) {
        return reached(() -> rows.list(query));
    }

    /** The equipment of this site, by name. */
    public List<EquipmentView> equipment() {
        return plant.permitted().stream().map(EquipmentView::of).toList();
    }

    /** What people decide. */
    public OperationPeople people() {
        return people;
    }

    /** Words on the door, the newest first; none means that it has always been open. */
    public List<DoorWord> door(int limit) {
        return reached(() -> door.words(limit));
    }

    /** Why nothing is written now; empty if the door is open. */
    Optional<String> closedBecause() {
        return door.closedBecause();
    }

    List<OpenCounts.Count> counts() {
        return counts.last();
    }

    int stuck() {
        return writing.stuck();
    }

    boolean full() {
        return counts.full();
    }

    /** For drivers whose devices speak on their own. */
    public OperationReports reports() {
        return reports;
    }

    /** Operations that effects became and that have ended or are unknown, which nobody was told yet; the oldest first. */
    public List<Operation> untold(int limit) {
        return reached(() -> rows.untold(limit));
    }

    /** That operation has been told as it stands here. One that was unknown is to be told again when it is settled. */
    public void told(Operation operation) {
        rows.told(operation);
    }

    private static <T> T reached(Supplier<T> question) {
        try {
            return question.get();
        } catch (DataAccessException e) {
            throw OperationStore.failure(e);
        }
    }

    private void wake() {
        try {
            clock.execute(this::claim);
        } catch (RejectedExecutionException e) {
            LOG.debug("This node stops; another claims what is due.");
        }
    }

    private void moved(long key) {
        watchers.look(key);
        wake();
    }

    private void claim() {
        try {
            writing.claimDue();
        } catch (RuntimeException e) {
            LOG.debug("Due operations cannot be claimed now.", e);
        }
    }

    private void tick() {
        steps.each(
                deployment::look,
                plant::reload,
                deadlines::keep,
                writing::claimDue,
                recovery::askDue,
                watchers::lookAll,
                upkeep::keepUp);
    }

    @Override
    public void close() {
        stopClock();
        writing.close();
        recovery.close();
        watchers.close();
    }

    private void stopClock() {
        clock.shutdown();
        try {
            if (!clock.awaitTermination(settings.statementSecondsMax(), TimeUnit.SECONDS)) {
                clock.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
