package io.plantgate.effect;

import java.util.ArrayList;
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

    private record Held(Claim claim, long sinceNanos) {}

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
        exchange.forEach(claim -> claims.put(claim.attemptId(), new Held(claim, System.nanoTime())));
    }

    void ended() {
        running.decrementAndGet();
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

    /** Claims that are not older than this, whose leases are to be renewed. */
    List<Claim> youngerThan(long millis) {
        long now = System.nanoTime();
        List<Claim> young = new ArrayList<>();
        claims.values().stream()
                .filter(held -> now - held.sinceNanos() < millis * 1_000_000)
                .forEach(held -> young.add(held.claim()));
        return young;
    }
}
