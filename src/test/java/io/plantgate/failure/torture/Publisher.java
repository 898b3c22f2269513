package io.plantgate.failure.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A device or client of the plant: publishes what its workload says, and again until it is acknowledged. */
abstract class Publisher implements AutoCloseable {

    private static final int PAUSE_AFTER_FAILURE_MILLIS = 250;
    private static final int END_MILLIS_MAX = 30_000;

    protected final PublishLog log;
    private final Workload workload;
    private final int together;
    private final int pauseMillis;
    private final List<Publication> open = new ArrayList<>();
    private final Thread thread;
    private volatile boolean stopping;

    /**
     * @param together how many are published before it waits for their acknowledgement
     * @param pauseMillis how long it pauses after them
     */
    Publisher(String name, Workload workload, PublishLog log, int together, int pauseMillis) {
        this.log = log;
        this.workload = workload;
        this.together = together;
        this.pauseMillis = pauseMillis;
        this.thread = new Thread(this::run, "publisher-" + name);
        thread.setDaemon(true);
    }

    Publisher start() {
        thread.start();
        return this;
    }

    private void run() {
        fill();
        while (!stopping && !open.isEmpty()) {
            boolean through = publish(open);
            pause(through ? pauseMillis : PAUSE_AFTER_FAILURE_MILLIS);
            fill();
        }
    }

    private void fill() {
        while (open.size() < together) {
            Publication next = workload.next();
            if (next == null) {
                return;
            }
            log.published(next);
            open.add(next);
        }
    }

    /** Publishes all of them, and takes out and logs what was acknowledged; false if the other side is in trouble. */
    abstract boolean publish(List<Publication> open);

    private static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    boolean isDone() {
        return !thread.isAlive();
    }

    /** Publishes nothing more. What is unacknowledged by then is owed by nobody. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(END_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
