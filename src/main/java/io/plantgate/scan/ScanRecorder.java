package io.plantgate.scan;

import io.plantgate.scan.WorkedScan.Found;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what was found about scans, as many at a time as have come meanwhile. What cannot be recorded keeps its lease until
 * that runs out, and is then taken over, here or elsewhere: nothing is kept in memory through an outage.
 */
final class ScanRecorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ScanRecorder.class);

    private final ScanStore store;
    private final int scansMax;
    private final Listener listener;
    private final BlockingQueue<Found> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean stopping;

    /** Hears what became of each. */
    interface Listener {

        void recorded(Found found, StoredAnswer answer);

        /** Its lease has passed to another, or the database is away. */
        void notRecorded(Found found);
    }

    ScanRecorder(ScanStore store, int scansMax, Listener listener) {
        this.store = store;
        this.scansMax = scansMax;
        this.listener = listener;
        this.thread = new Thread(this::recordUntilStopped, "scan-recorder");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    void add(Found found) {
        queue.add(found);
    }

    /** Records what is there, at most so long. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void recordUntilStopped() {
        try {
            while (!stopping || !queue.isEmpty()) {
                Found first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    List<Found> group = new ArrayList<>();
                    group.add(first);
                    queue.drainTo(group, scansMax - 1);
                    store.runs(group).forEach(this::record);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(List<Found> group) {
        try {
            Map<Long, StoredAnswer> answers = store.record(group);
            for (Found found : group) {
                StoredAnswer answer = answers.get(found.scanId());
                if (answer == null) {
                    listener.notRecorded(found);
                } else {
                    listener.recorded(found, answer);
                }
            }
        } catch (SQLException | RuntimeException e) {
            splitOrLeave(group, e);
        }
    }

    // One scan that PostgreSQL refuses must not hold up its neighbours.
    private void splitOrLeave(List<Found> group, Exception e) {
        if (group.size() > 1 && isOfTheData(e)) {
            group.forEach(found -> record(List.of(found)));
            return;
        }
        LOG.warn(
                "{} scans are not recorded now; their leases run out and they are taken over: {}",
                group.size(),
                e.toString());
        group.forEach(listener::notRecorded);
    }

    private static boolean isOfTheData(Exception e) {
        String state = e instanceof SQLException sql && sql.getSQLState() != null ? sql.getSQLState() : "XX";
        return e instanceof RuntimeException
                || state.startsWith("22")
                || state.startsWith("23")
                || state.startsWith("54")
                || state.startsWith("40");
    }
}
