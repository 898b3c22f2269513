package io.plantgate.ledger;

import io.plantgate.ledger.BatchTransaction.Outcome;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One committer's part of the ledger: a bounded queue, a thread that writes what is there (with few arrivals it waits its
 * {@linkplain Turns turn}), and a second thread that tells the senders, in order, so that a slow sender does not delay the next transaction.
 */
final class Shard {

    // A committer that is this far ahead of the senders being told waits for them.
    private static final int UNTOLD_BATCHES_MAX = 4;

    private final PendingQueue queue;
    private final LedgerSettings settings;
    private final LedgerMetrics metrics;
    private final EffectPlanning planning;
    private final AttachedRows attached;
    private final Committer committer;
    private final Turns turns;
    private final ExecutorService teller;
    private final Semaphore untold = new Semaphore(UNTOLD_BATCHES_MAX);
    private final Thread thread;
    // Only the committer's thread touches it.
    private Turns.Turn turn;
    private volatile boolean stopping;
    private volatile boolean reachable = true;

    Shard(
            int number,
            LedgerSettings settings,
            LedgerMetrics metrics,
            EffectPlanning planning,
            Turns turns,
            AttachedRows attached,
            Function<Shard, Committer> committer) {
        this.queue = new PendingQueue(settings.queueArrivalsMax(), settings.queueBytesMax());
        this.settings = settings;
        this.metrics = metrics;
        this.planning = planning;
        this.turns = turns;
        this.attached = attached;
        this.committer = committer.apply(this);
        this.teller = Executors.newSingleThreadExecutor(task -> daemon(task, "ledger-teller-" + number));
        this.thread = daemon(this::commitUntilClosed, "ledger-committer-" + number);
        this.thread.start();
    }

    PendingQueue queue() {
        return queue;
    }

    /** False while PostgreSQL cannot be reached from this shard. */
    boolean reachable() {
        return reachable;
    }

    boolean alive() {
        return thread.isAlive();
    }

    boolean stopping() {
        return stopping;
    }

    /** How this shard's outcomes reach its senders. */
    Committer.Deliveries deliveries() {
        return new Committer.Deliveries() {
            @Override
            public void decided(Outcome outcome) {
                if (!outcome.plannedKinds.isEmpty()) {
                    planning.planned(outcome.plannedKinds);
                }
                if (!outcome.attached.isEmpty()) {
                    attached.committed(outcome.attached);
                }
                tell(outcome);
            }

            @Override
            public void failed(Pending unit, Throwable why) {
                teller.execute(() -> unit.decisions().completeExceptionally(why));
            }

            @Override
            public void reachable(boolean now) {
                reachable = now;
                // Who waits for PostgreSQL keeps nobody waiting.
                turn.end();
            }
        };
    }

    /** Takes no more; what was taken is still written, unless PostgreSQL stays away. */
    void close() {
        queue.close();
    }

    /** Waits until the taken units are written and told, at most until the deadline. */
    void awaitEnd(long deadlineNanos) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
        stopping = true;
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(settings.statementSecondsMax()));
        teller.shutdown();
        teller.awaitTermination(settings.stopSecondsMax(), TimeUnit.SECONDS);
    }

    private void commitUntilClosed() {
        try {
            while (true) {
                turn = turns.await(queue.await());
                try {
                    List<Pending> batch = queue.take(settings.batchArrivalsMax(), settings.batchBytesMax());
                    if (batch.isEmpty()) {
                        return;
                    }
                    committer.write(batch);
                } finally {
                    turn.end();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            abandonRest();
        }
    }

    /** Units that were taken but cannot be written any more: nobody may be told that they are safe. */
    private void abandonRest() {
        queue.close();
        try {
            Thread.interrupted();
            List<Pending> rest;
            while (!(rest = queue.take(Integer.MAX_VALUE, Long.MAX_VALUE)).isEmpty()) {
                rest.forEach(unit -> unit.decisions()
                        .completeExceptionally(
                                new LedgerStoppedException("The ledger stopped before it came to this.")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Outcome outcome) {
        untold.acquireUninterruptibly();
        teller.execute(() -> {
            try {
                outcome.decided.forEach(this::complete);
                outcome.alreadyCompleted.forEach(unit -> unit.decisions()
                        .completeExceptionally(
                                new AlreadyCompletedException(unit.completion().arrivalId())));
            } finally {
                untold.release();
            }
        });
    }

    private void complete(Pending unit, List<Decision> decisions) {
        metrics.count(decisions);
        unit.decisions().complete(decisions);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
