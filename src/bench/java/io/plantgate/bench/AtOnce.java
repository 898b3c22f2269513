package io.plantgate.bench;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A ledger that keeps nothing and takes everything for the first of its kind, before it is asked twice. */
final class AtOnce implements Ledger {

    private final AtomicLong ids = new AtomicLong();

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        return Optional.of(put(unit));
    }

    @Override
    public CompletableFuture<List<Decision>> put(Unit unit) {
        return CompletableFuture.completedFuture(unit.arrivals().stream()
                .<Decision>map(arrival -> new Decision.Canonical(ids.incrementAndGet(), false, OptionalLong.empty()))
                .toList());
    }

    @Override
    public boolean reachable() {
        return true;
    }

    @Override
    public int chunkArrivalsMax() {
        return 500;
    }

    @Override
    public int chunksInFlight() {
        return 8;
    }
}
