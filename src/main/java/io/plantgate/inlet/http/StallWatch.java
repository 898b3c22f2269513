package io.plantgate.inlet.http;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts the reader of a stream for which the ledger has not answered in time; a slow client is not its business. */
final class StallWatch implements AutoCloseable {

    private final WatchedInput input;
    private final long stalledMaxNanos;
    private final Thread reader = Thread.currentThread();
    private final ScheduledFuture<?> check;
    private boolean closed;
    private boolean interrupted;

    /** Watches the current thread until {@link #close()}. */
    StallWatch(WatchedInput input, long stalledMaxMillis, ScheduledExecutorService clockwork) {
        this.input = input;
        this.stalledMaxNanos = TimeUnit.MILLISECONDS.toNanos(stalledMaxMillis);
        long everyMillis = Math.max(50, stalledMaxMillis / 4);
        this.check = clockwork.scheduleWithFixedDelay(this::check, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
    }

    private synchronized void check() {
        if (!closed && input.stalledNanos() > stalledMaxNanos) {
            interrupted = true;
            reader.interrupt();
        }
    }

    /** True if the reader was given up. */
    synchronized boolean stalled() {
        return interrupted;
    }

    @Override
    public synchronized void close() {
        closed = true;
        check.cancel(false);
        if (interrupted) {
            // The thread goes on with other streams.
            Thread.interrupted();
        }
    }
}
