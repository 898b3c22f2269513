package io.plantgate.scan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.scan.WorkedScan.Found;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Works on scans once they are stored: looks up, has the result recorded, and tells everyone who waits for the answer. A scan
 * that is lost on the way, with its process or for want of room, keeps its row; its lease runs out and it is taken over.
 */
final class ScanDesk implements ScanRows.Desk, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ScanDesk.class);

    private static final long UNREADY_MILLIS = 200;
    private static final long PAUSE_MILLIS_MAX = 5000;

    private final ScanSettings settings;
    private final String node;
    private final ScanTable table;
    private final LookUp lookUp;
    private final ScanMetrics metrics;
    private final ScanRecorder recorder;
    private final WaitingRoom waitingRoom;
    private final Takeover takeover;
    private final ThreadPoolExecutor lookUps;
    private final ScheduledThreadPoolExecutor clockwork;
    private final Map<Long, CompletableFuture<Optional<StoredAnswer>>> inWork = new ConcurrentHashMap<>();
    private final Cache<Long, StoredAnswer> answered;

    ScanDesk(DataSource dataSource, String node, ScanSettings settings, LookUp lookUp, ScanMetrics metrics) {
        this.settings = settings;
        this.node = node;
        this.table = new ScanTable(dataSource);
        this.lookUp = lookUp;
        this.metrics = metrics;
        this.answered =
                Caffeine.newBuilder().maximumSize(settings.cachedAnswersMax()).build();
        this.clockwork = new ScheduledThreadPoolExecutor(1, named("scan-clock-"));
        clockwork.setRemoveOnCancelPolicy(true);
        // While it closes, leases are left to run out.
        clockwork.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        this.lookUps = new ThreadPoolExecutor(
                settings.lookupThreads(),
                settings.lookupThreads(),
                60,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(settings.inWorkMax()),
                named("scan-lookup-"));
        lookUps.allowCoreThreadTimeOut(true);
        this.recorder =
                new ScanRecorder(new ScanStore(dataSource, node, settings), settings.recordScansMax(), new Recorded());
        this.waitingRoom = new WaitingRoom(table, settings.pollMillis(), answered::put);
        this.takeover = new Takeover(table, node, settings, this::resume);
        metrics.watch(inWork::size);
    }

    private static CustomizableThreadFactory named(String prefix) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
        threads.setDaemon(true);
        return threads;
    }

    /** Begins to look for scans that nobody works on. */
    void start() {
        takeover.start();
    }

    @Override
    public void begin(WorkedScan received) {
        if (inWork.size() >= settings.inWorkMax()) {
            return;
        }
        inWork.put(received.scanId(), new CompletableFuture<>());
        work(asking(received), 1);
    }

    private Asking asking(WorkedScan scan) {
        return new Asking(scan, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.leaseMillis()));
    }

    /** A scan that is looked up, and until when it is this node's to do so. */
    private record Asking(WorkedScan of, long endNanos) {

        long scanId() {
            return of.scanId();
        }

        boolean isOver() {
            return System.nanoTime() - endNanos > 0;
        }
    }

    private void resume(WorkedScan taken) {
        metrics.takenOver();
        inWork.computeIfAbsent(taken.scanId(), any -> new CompletableFuture<>());
        if (taken.attempt() > settings.attemptsMax()) {
            recorder.add(taken.found(Finding.failed(
                    "Given up after " + settings.attemptsMax() + " leases; the gateway's log says why.")));
        } else {
            work(asking(taken), 1);
        }
    }

    /**
     * The one answer to a scan.
     *
     * @return nothing if it is still in work when the time is up
     */
    CompletableFuture<Optional<StoredAnswer>> answer(long scanId) {
        StoredAnswer known = answered.getIfPresent(scanId);
        if (known != null) {
            return CompletableFuture.completedFuture(Optional.of(known));
        }
        CompletableFuture<Optional<StoredAnswer>> here = inWork.get(scanId);
        return here == null
                ? waitingRoom.await(scanId, settings.waitMillisMax())
                : here.copy().completeOnTimeout(Optional.empty(), settings.waitMillisMax(), TimeUnit.MILLISECONDS);
    }

    private void work(Asking scan, int tryNo) {
        if (!lookUp.ready()) {
            clockwork.schedule(() -> work(scan, tryNo), UNREADY_MILLIS, TimeUnit.MILLISECONDS);
            return;
        }
        if (!lookUp.asks() || scan.of().scan().code().noRead()) {
            recorder.add(scan.of().found(Finding.NOT_ASKED));
            return;
        }
        try {
            lookUps.execute(() -> lookUp(scan, tryNo));
        } catch (RejectedExecutionException full) {
            forget(scan.scanId());
        }
    }

    private void lookUp(Asking scan, int tryNo) {
        if (scan.isOver()) {
            // It waited too long for its turn; whoever has taken it over asks.
            forget(scan.scanId());
            return;
        }
        try {
            recorder.add(scan.of().found(lookUp.find(scan.of().scan())));
        } catch (Exception e) {
            failed(scan, tryNo, e);
        }
    }

    private void failed(Asking scan, int tryNo, Exception e) {
        if (tryNo >= settings.lookupAttemptsMax()) {
            LOG.error("Scan {} cannot be looked up; it is answered so.", scan.scanId(), e);
            recorder.add(
                    scan.of().found(Finding.failed("The MES could not be asked. Ask again later under a new key.")));
            return;
        }
        long pauseMillis = pauseMillis(tryNo);
        LOG.warn(
                "Scan {} cannot be looked up now, it is tried again in {} ms: {}",
                scan.scanId(),
                pauseMillis,
                e.toString());
        clockwork.schedule(() -> work(scan, tryNo + 1), pauseMillis, TimeUnit.MILLISECONDS);
        if (tryNo == 1) {
            validating(scan.of());
        }
    }

    // For whoever looks at the table; the work does not depend on it.
    private void validating(WorkedScan scan) {
        try {
            table.validating(scan.scanId(), scan.attempt(), node);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Scan {} cannot be marked as validating: {}", scan.scanId(), e.toString());
        }
    }

    private long pauseMillis(int tryNo) {
        return Math.min(PAUSE_MILLIS_MAX, (long) settings.lookupRetryMillis() << Math.min(tryNo - 1, 20));
    }

    // Who waits here asks the table instead, and hears of whoever works on it next.
    private void forget(long scanId) {
        CompletableFuture<Optional<StoredAnswer>> here = inWork.remove(scanId);
        if (here != null) {
            waitingRoom.await(scanId, settings.waitMillisMax()).thenAccept(here::complete);
        }
    }

    private final class Recorded implements ScanRecorder.Listener {

        @Override
        public void recorded(Found found, StoredAnswer answer) {
            answered.put(found.scanId(), answer);
            CompletableFuture<Optional<StoredAnswer>> here = inWork.remove(found.scanId());
            if (here != null) {
                here.complete(Optional.of(answer));
            }
            metrics.answered(found.finding().kind());
        }

        @Override
        public void notRecorded(Found found) {
            forget(found.scanId());
        }
    }

    @Override
    public void close() {
        takeover.close();
        lookUps.shutdown();
        try {
            lookUps.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lookUps.shutdownNow();
        clockwork.shutdownNow();
        recorder.close();
        waitingRoom.close();
    }
}
