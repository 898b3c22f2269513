package io.plantgate.failure.torture;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A device or client of the plant: publishes what its workload says, and again until it is acknowledged. */
abstract class Publisher implements AutoCloseable {

    private static final int PAUSE_AFTER_FAILURE_MILLIS = 250;
    private static final int END_MILLIS_MAX = 30_000;

    protected final PublishLog log;
    private final int pauseMillis;
    private final Thread thread;
    private volatile boolean stopping;

    Publisher(String name, PublishLog log, int pauseMillis) {
        this.log = log;
        this.pauseMillis = pauseMillis;
        this.thread = new Thread(this::run, "publisher-" + name);
        thread.setDaemon(true);
    }

    Publisher start() {
        thread.start();
        return this;
    }

    private void run() {
        while (!stopping) {
            boolean through = publishSome();
            pause(through ? pauseMillis : PAUSE_AFTER_FAILURE_MILLIS);
        }
    }

    /** Publishes what is next or still unacknowledged; false if the other side did not take it. */
    abstract boolean publishSome();

    private static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
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
