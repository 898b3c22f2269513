package io.plantgate.bench;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Stands in front of a ledger, for what is to be seen or exchanged there. */
abstract class ForwardingLedger implements Ledger {

    /** The ledger that decides. */
    abstract Ledger behind();

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        return behind().offer(unit);
    }

    @Override
    public LedgerBusyException refusal() {
        return behind().refusal();
    }

    @Override
    public CompletableFuture<List<Decision>> put(Unit unit) throws InterruptedException {
        return behind().put(unit);
    }

    @Override
    public boolean reachable() {
        return behind().reachable();
    }

    @Override
    public int chunkArrivalsMax() {
        return behind().chunkArrivalsMax();
    }

    @Override
    public int chunksInFlight() {
        return behind().chunksInFlight();
    }
}
