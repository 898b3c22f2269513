package io.plantgate.bench;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/** When the decision on each of so many messages was told. */
final class Told {

    static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);
    private static final int ENDS_WITHIN_SECONDS = 300;

    private final AtomicLongArray nanos;
    private final AtomicInteger open;
    private final CompletableFuture<Long> lastNanos = new CompletableFuture<>();

    Told(int messages) {
        nanos = new AtomicLongArray(messages);
        open = new AtomicInteger(messages);
    }

    /**
     * Now, unless it was told before.
     *
     * @param failure why there is no decision, or null
     */
    void tell(int number, Throwable failure) {
        long now = System.nanoTime();
        if (failure != null) {
            lastNanos.completeExceptionally(failure);
        } else if (nanos.compareAndSet(number, 0, now) && open.decrementAndGet() == 0) {
            lastNanos.complete(now);
        }
    }

    /** Messages a second, from the first that was due to the last decision, which was told. */
    double perSecond(Pace pace) {
        return nanos.length() * 1e9 / (lastNanos.join() - pace.startNanos());
    }

    /** How long each took from when it was due. */
    Histogram since(Pace pace) {
        Histogram took = new Histogram(NANOS_MAX, 3);
        for (int number = 0; number < nanos.length(); number++) {
            took.recordValue(Math.min(NANOS_MAX, nanos.get(number) - pace.dueNanos(number)));
        }
        return took;
    }

    /** Waits until all are told; throws what kept one from it. */
    void awaitLast() throws Exception {
        lastNanos.get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
    }
}
