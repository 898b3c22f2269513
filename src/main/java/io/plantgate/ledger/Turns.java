package io.plantgate.ledger;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Small batches of several shards take turns: while one is written, the next one grows. A transaction has a cost of its own
 * whatever it holds, so on a busy machine one of 200 arrivals is cheaper than two of 100. Nobody waits where nobody writes,
 * or longer than the bound, and so no slow disk makes one writer of many; a batch that is large already does not wait.
 */
final class Turns {

    private final int arrivalsMin;
    private final long millisMax;
    // In the order of their coming, or a busy shard would take every turn.
    private final Semaphore turns = new Semaphore(1, true);

    /**
     * @param arrivalsMin so many arrivals need no company
     * @param millisMax how long a batch waits for its turn
     */
    Turns(int arrivalsMin, long millisMax) {
        this.arrivalsMin = arrivalsMin;
        this.millisMax = millisMax;
    }

    /** Waits for a turn, at most so long, if there are too few arrivals to go without. */
    Turn await(int arrivals) throws InterruptedException {
        return new Turn(arrivals < arrivalsMin && turns.tryAcquire(millisMax, TimeUnit.MILLISECONDS));
    }

    /** A turn, or the leave to go without one. Used by one thread. */
    final class Turn {
        private boolean held;

        private Turn(boolean held) {
            this.held = held;
        }

        /** Lets the next one begin; the second time it does nothing. */
        void end() {
            if (held) {
                held = false;
                turns.release();
            }
        }
    }
}
