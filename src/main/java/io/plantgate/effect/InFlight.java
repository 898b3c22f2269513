package io.plantgate.effect;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What one channel has claimed and not yet recorded, on this node. */
final class InFlight {

    // A target that answers faster than outcomes are recorded must not fill the memory.
    private static final int UNRECORDED_FACTOR = 4;

    private final int concurrency;
    private final int unrecordedMax;
    private final Map<Long, Held> claims = new ConcurrentHashMap<>();
    private final AtomicInteger running = new AtomicInteger();

    /** @param answered what became of it is known here, and waits to be recorded */
    private record Held(Claim claim, long sinceNanos, boolean answered) {}

    InFlight(ChannelTerms terms) {
        this.concurrency = terms.concurrency();
        this.unrecordedMax = UNRECORDED_FACTOR * terms.concurrency() * terms.batchMax();
    }

    /** How many exchanges may start now. */
    int free() {
        return claims.size() >= unrecordedMax ? 0 : Math.max(0, concurrency - running.get());
    }

    void start(List<Claim> exchange) {
        running.incrementAndGet();
        exchange.forEach(claim -> claims.put(claim.attemptId(), new Held(claim, System.nanoTime(), false)));
    }

    void ended() {
        running.decrementAndGet();
    }

    /** What became of it is known, and is to be recorded. */
    void answered(Claim claim) {
        claims.computeIfPresent(claim.attemptId(), (id, held) -> new Held(claim, held.sinceNanos(), true));
    }

    void recorded(Claim claim) {
        claims.remove(claim.attemptId());
    }

    int size() {
        return claims.size();
    }

    int running() {
        return running.get();
    }

    /**
     * Claims whose leases are to be renewed, and are not to be taken for lost: those that are not older than this, and those
     * whose outcome only waits for the database.
     */
    List<Claim> held(long millisMax) {
        long now = System.nanoTime();
        return claims.values().stream()
                .filter(held -> held.answered() || now - held.sinceNanos() < millisMax * 1_000_000)
                .map(Held::claim)
                .toList();
    }
}
