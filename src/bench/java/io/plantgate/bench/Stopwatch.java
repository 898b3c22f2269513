package io.plantgate.bench;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Stands in front of a ledger and takes the time from the first single arrival that comes to the last decision. */
final class Stopwatch implements Ledger {

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

    long decisions() {
        return decisions.get();
    }

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        if (startNanos.get() == 0) {
            startNanos.compareAndSet(0, System.nanoTime());
        }
        return ledger.offer(unit).map(told -> told.whenComplete(this::count));
    }

    private void count(List<Decision> decided, Throwable failure) {
        if (failure != null) {
            endNanos.completeExceptionally(failure);
        } else if (decisions.incrementAndGet() == expected) {
            endNanos.complete(System.nanoTime());
        }
    }

    @Override
    public CompletableFuture<List<Decision>> put(Unit unit) {
        throw new UnsupportedOperationException("Messages are offered; nobody waits for room.");
    }

    @Override
    public boolean reachable() {
        return ledger.reachable();
    }

    @Override
    public int chunkArrivalsMax() {
        return ledger.chunkArrivalsMax();
    }

    @Override
    public int chunksInFlight() {
        return ledger.chunksInFlight();
    }
}
