package io.plantgate.bench;

import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Messages through intake and ledger until it is stopped, as fast as they are taken or at a steady rate whether or not earlier
 * ones are decided. It counts what is decided within a window.
 */
final class PurgeLoad implements AutoCloseable {

    private static final int TOGETHER = 20_000;
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);

    private final PurgeStore store;
    private final double perSecond;
    private final Thread thread = new Thread(this::run, "load");
    private final AtomicLong offered = new AtomicLong();
    private final AtomicLong decided = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile ConcurrentHistogram nanos = new ConcurrentHistogram(NANOS_MAX, 3);
    private volatile boolean over;

    /** @param perSecond 0: as fast as they are taken */
    PurgeLoad(PurgeStore store, double perSecond) {
        this.store = store;
        this.perSecond = perSecond;
        thread.start();
    }

    /**
     * What happened in a window.
     *
     * @param nanos from due to decided; at full speed there is nothing due, and it says how long each waited
     */
    record Window(double eventsPerSecond, double seconds, Histogram nanos) {}

    /** While something is done. */
    Window during(Step step) throws Exception {
        ConcurrentHistogram within = new ConcurrentHistogram(NANOS_MAX, 3);
        nanos = within;
        long before = decided.get();
        long start = System.nanoTime();
        step.make();
        double seconds = (System.nanoTime() - start) / 1e9;
        double eventsPerSecond = (decided.get() - before) / seconds;
        nanos = new ConcurrentHistogram(NANOS_MAX, 3);
        return new Window(eventsPerSecond, seconds, within);
    }

    /** What is done meanwhile. */
    @FunctionalInterface
    interface Step {
        void make() throws Exception;
    }

    private void run() {
        try {
            long start = System.nanoTime();
            for (long i = 0; !over; ) {
                List<Message> messages = store.news(TOGETHER);
                for (int n = 0; n < messages.size() && !over; n++, i++) {
                    long due = perSecond == 0 ? System.nanoTime() : start + (long) (i * 1e9 / perSecond);
                    sleepUntil(due);
                    offer(messages.get(n), due);
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void offer(Message message, long due) throws InterruptedException {
        offered.incrementAndGet();
        store.bench().ledger().put(Unit.of(LedgerBench.read(message))).whenComplete((decisions, failed) -> {
            if (failed == null) {
                nanos.recordValue(Math.min(NANOS_MAX, System.nanoTime() - due));
            } else {
                failure.compareAndSet(null, failed);
            }
            decided.incrementAndGet();
        });
    }

    private static void sleepUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Ends with the last decision; fails if one of them failed. */
    @Override
    public void close() throws Exception {
        over = true;
        thread.join();
        while (decided.get() < offered.get()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        if (failure.get() != null) {
            throw new IllegalStateException("An arrival was not decided.", failure.get());
        }
    }
}
