package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Ending.Word;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims due operations and writes them, at most so many conversations at a time; records every end. */
final class Writing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Writing.class);
    private static final int CALLS_OF_AN_ATTEMPT = 4;
    private static final long RECORD_AGAIN_MILLIS = 200;

    private final Plant plant;
    private final Map<String, Driver> drivers;
    private final EquipmentVersions versions;
    private final Claims claims;
    private final Endings endings;
    private final Reports reports;
    private final OperationSettings settings;
    private final OperationMetrics metrics;
    private final String node;
    private final LongConsumer moved;
    private final Semaphore free;
    private final ExecutorService workers;
    // By attempt: from when on it has taken longer than any conversation may.
    private final Map<Long, Long> stuckFromNanos = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    Writing(
            Plant plant,
            Map<String, Driver> drivers,
            EquipmentVersions versions,
            Claims claims,
            Endings endings,
            Reports reports,
            OperationSettings settings,
            OperationMetrics metrics,
            String node,
            LongConsumer moved) {
        this.plant = plant;
        this.drivers = drivers;
        this.versions = versions;
        this.claims = claims;
        this.endings = endings;
        this.reports = reports;
        this.settings = settings;
        this.metrics = metrics;
        this.node = node;
        this.moved = moved;
        this.free = new Semaphore(settings.workersMax());
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "operation-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Claims as long as something is due and a worker is free. */
    void claimDue() {
        while (!stopping && free.tryAcquire()) {
            Optional<Claimed> claimed = Optional.empty();
            try {
                claimed = claims.claim(leases());
            } finally {
                if (claimed.isEmpty()) {
                    free.release();
                }
            }
            if (claimed.isEmpty()) {
                return;
            }
            Claimed won = claimed.get();
            workers.execute(() -> attempt(won));
        }
    }

    private Map<String, Long> leases() {
        Map<String, Long> leases = new TreeMap<>();
        plant.all().stream()
                .filter(target -> drivers.containsKey(target.device().protocol()))
                .forEach(target -> leases.put(target.name(), lease(target)));
        return leases;
    }

    private long lease(EquipmentTarget target) {
        long within = target.commands().values().stream()
                .filter(command -> command.readBack() != null)
                .mapToLong(command -> command.readBack().within().toMillis())
                .max()
                .orElse(0);
        return CALLS_OF_AN_ATTEMPT * target.device().callTime().toMillis()
                + within
                + TimeUnit.SECONDS.toMillis(settings.leaseMarginSeconds());
    }

    private void attempt(Claimed claimed) {
        long start = System.nanoTime();
        try {
            EquipmentTarget target = plant.find(claimed.target()).orElseThrow();
            stuckFromNanos.put(claimed.attemptId(), start + TimeUnit.MILLISECONDS.toNanos(lease(target)));
            // One object for all that follows: a file that is read again meanwhile changes nothing of this attempt.
            Optional<EquipmentTarget> permitted = plant.findPermitted(target.name());
            CommandPolicy command = permitted
                    .map(each -> each.commands().get(claimed.command()))
                    .orElse(null);
            Ending ending = command == null
                    ? changed("The equipment's file is gone, or has no such command any more; nothing was written.")
                    : converse(claimed, permitted.get(), command);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            log(claimed, ending, took);
            metrics.attempted(claimed.target(), ending.word());
            record(claimed, ending, command, took);
        } catch (RuntimeException e) {
            LOG.error("{}: attempt {} ended in a fault; its lease ends it.", claimed.target(), claimed.attemptId(), e);
        } finally {
            stuckFromNanos.remove(claimed.attemptId());
            free.release();
            moved.accept(claimed.key());
        }
    }

    /** How many workers hold an attempt longer than any may take, or whose end the database does not take. */
    int stuck() {
        long now = System.nanoTime();
        return (int)
                stuckFromNanos.values().stream().filter(from -> now - from >= 0).count();
    }

    private static Ending changed(String what) {
        return Ending.node(OperationState.REFUSED, Word.NOT_ALLOWED, Policy.Codes.GONE, what, null);
    }

    private Ending converse(Claimed claimed, EquipmentTarget target, CommandPolicy command) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            int version = versions.number(target);
            if (!versions.isTheSame(target, claimed.command(), claimed.equipmentVersion())) {
                return changed(
                        "The equipment's file says something else of this command, or of the device, than when it was asked"
                                + " for; nothing was written. Ask again under a new operationId.");
            }
            Driver driver = drivers.get(target.device().protocol());
            Conversation.Right right = right(claimed, target, version, begun);
            return new Conversation(claimed, target, command, driver, right).hold();
        } catch (OperationsUnreachableException e) {
            return begun.get()
                    ? Conversation.notAsked(e)
                    : Conversation.neverSent(command, "The database did not say whether it may be written.");
        } catch (RuntimeException e) {
            LOG.error("{}: the driver failed.", claimed.target(), e);
            return begun.get()
                    ? Ending.node(
                            OperationState.UNKNOWN,
                            Word.UNCLEAR,
                            "DRIVER_FAILED",
                            "The driver failed after the write may have begun.",
                            e.toString())
                    : Ending.node(
                            OperationState.FAILED,
                            Word.NEVER_REACHED,
                            "DRIVER_FAILED",
                            "The driver failed before the write began; certainly nothing was written.",
                            e.toString());
        }
    }

    private Conversation.Right right(Claimed claimed, EquipmentTarget target, int version, AtomicBoolean begun) {
        return new Conversation.Right() {
            @Override
            public Optional<Deadline> begin(Map<String, JsonNode> before) {
                Optional<Deadline> until = claims.mark(
                        claimed,
                        OperationPayload.write(before),
                        version,
                        target.device().callTime());
                begun.set(until.isPresent());
                return until;
            }

            @Override
            public Optional<String> doubt() {
                return reports.doubt(claimed.attemptId());
            }
        };
    }

    private void log(Claimed claimed, Ending ending, Duration took) {
        LOG.info(
                "{}: {} digest {} attempt {} (token {}, node {}, shard {}, arbitration won): {} -> {} in {} ms",
                claimed.target(),
                claimed.name(),
                claimed.digest(),
                claimed.attemptNo(),
                claimed.attemptId(),
                node,
                claimed.target(),
                ending.word(),
                ending.to(),
                took.toMillis());
    }

    private void record(Claimed claimed, Ending ending, CommandPolicy command, Duration took) {
        try {
            recordInTime(claimed, ending, command, took);
        } catch (OperationsFaultException e) {
            LOG.error(
                    "{}: attempt {} ended as {}, which the database refuses for good; it is unknown.",
                    claimed.target(),
                    claimed.attemptId(),
                    ending.word(),
                    e);
            recordInTime(claimed, notRecorded(ending), command, took);
        }
    }

    private static Ending notRecorded(Ending ending) {
        return Ending.node(
                OperationState.UNKNOWN,
                Word.UNCLEAR,
                "NOT_RECORDED",
                "The attempt ended as " + ending.word() + ", but the database refuses what was said with it.",
                "See the log of this node for what was refused.");
    }

    private void recordInTime(Claimed claimed, Ending ending, CommandPolicy command, Duration took) {
        while (true) {
            try {
                if (endings.record(claimed, ending, command, took)) {
                    metrics.moved(claimed.target(), ending.to());
                } else {
                    LOG.warn(
                            "{}: attempt {} came after its time; its word is kept.",
                            claimed.target(),
                            claimed.attemptId());
                    reports.lateAnswer(claimed, ending);
                }
                return;
            } catch (OperationsUnreachableException e) {
                LOG.warn("{}: the end of attempt {} cannot be recorded now.", claimed.target(), claimed.attemptId());
                stuckFromNanos.put(claimed.attemptId(), System.nanoTime());
                if (!pause()) {
                    return;
                }
            }
        }
    }

    /** False if this node stops: then the lease ends the attempt. */
    private boolean pause() {
        try {
            synchronized (this) {
                if (!stopping) {
                    wait(RECORD_AGAIN_MILLIS);
                }
                return !stopping;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends what is in flight as its device says; what does not end in time is unknown afterwards. */
    @Override
    public void close() {
        stopping = true;
        workers.shutdown();
        long longest =
                leases().values().stream().mapToLong(Long::longValue).max().orElse(0);
        try {
            if (!workers.awaitTermination(longest, TimeUnit.MILLISECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            notifyAll();
        }
    }
}
