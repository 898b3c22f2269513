package io.plantgate.ledger;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Decides once what each arrival is, and stores it.
 *
 * <p>A unit handed over is written with its neighbours in one transaction; the primary key on the identity is the only
 * arbiter. The future completes after the commit, on a thread of the ledger that must not be blocked, with one decision
 * per arrival in the unit's order. It fails with {@link LedgerStoppedException} if the ledger stops first: then the unit
 * may or may not have been recorded, and nothing may be acknowledged. While PostgreSQL is away it stays open.
 */
public interface Ledger {

    /**
     * Hands a unit over without ever waiting.
     *
     * @return the decisions to come; empty if the queue has no room or the store refuses new work: nothing was taken
     */
    Optional<CompletableFuture<List<Decision>>> offer(Unit unit);

    /** True while the store has no room for new arrivals: {@link #offer} takes nothing, {@link #put} waits for a person to make some. */
    default boolean isFull() {
        return false;
    }

    /** Why {@link #offer} has just taken nothing. */
    default LedgerBusyException refusal() {
        return new LedgerBusyException();
    }

    /**
     * Hands a unit over, waiting for room in the queue and in the store. For readers of files, whose thread may wait.
     *
     * @return the decisions to come; for a chunk that was recorded before, an empty list
     */
    CompletableFuture<List<Decision>> put(Unit unit) throws InterruptedException;

    /**
     * False while PostgreSQL could not be reached at the last try, or the store has no room for new arrivals; what was taken is kept and tried again. An inlet that
     * can leave its messages with a broker takes no new ones meanwhile.
     */
    boolean reachable();

    /** The longest chunk that a reader should hand over, in arrivals. */
    int chunkArrivalsMax();

    /** How many chunks a reader may have handed over and not heard of. */
    int chunksInFlight();
}
