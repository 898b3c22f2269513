package io.plantgate.bench;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Stands in front of a ledger, takes the time from the first arrival that comes to the last decision, and counts. */
final class Stopwatch extends ForwardingLedger {

    private static final int ENDS_WITHIN_SECONDS = 300;

    private final Ledger ledger;
    private final int expected;
    private final AtomicLong decisions = new AtomicLong();
    private final CompletableFuture<Long> endNanos = new CompletableFuture<>();
    private final AtomicLong startNanos = new AtomicLong();

    Stopwatch(Ledger ledger, int expected) {
        this.ledger = ledger;
        this.expected = expected;
    }

    /** Waits for the last decision. */
    double perSecond() throws Exception {
        long end = endNanos.get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        return expected * 1e9 / (end - startNanos.get());
    }

    /** Fails unless as many arrivals were decided as there were messages. */
    void requireEachOnce() {
        if (decisions.get() != expected) {
            throw new IllegalStateException(decisions.get() + " decisions of " + expected + " messages");
        }
    }

    @Override
    Ledger behind() {
        return ledger;
    }

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        start();
        return super.offer(unit).map(told -> told.whenComplete(this::count));
    }

    @Override
    public CompletableFuture<List<Decision>> put(Unit unit) throws InterruptedException {
        start();
        return super.put(unit).whenComplete(this::count);
    }

    private void start() {
        if (startNanos.get() == 0) {
            startNanos.compareAndSet(0, System.nanoTime());
        }
    }

    private void count(List<Decision> decided, Throwable failure) {
        if (failure != null) {
            endNanos.completeExceptionally(failure);
        } else if (decisions.addAndGet(decided.size()) >= expected) {
            endNanos.complete(System.nanoTime());
        }
    }
}
