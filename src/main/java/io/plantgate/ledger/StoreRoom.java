package io.plantgate.ledger;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether the store has room for new arrivals, and who waits until it has. */
final class StoreRoom {

    /** How much room there is. */
    enum Level {
        /** Below 85 % of the bound, or no bound. */
        ENOUGH,
        /** From 85 % on: a person should make room. */
        SCARCE,
        /** From 95 % on: nothing new is taken; what was taken is still written. */
        NONE
    }

    private static final double SCARCE_FROM = 0.85;
    private static final double NONE_FROM = 0.95;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Level level = Level.ENOUGH;
    private boolean closed;

    Level level() {
        return level;
    }

    boolean isFull() {
        return level == Level.NONE;
    }

    /**
     * Notes what the store holds.
     *
     * @param bytesMax 0: no bound
     * @return true if the level is another one now
     */
    boolean holds(long bytes, long bytesMax) {
        lock.lock();
        try {
            Level before = level;
            level = levelOf(bytes, bytesMax);
            changed.signalAll();
            return level != before;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is room, or the end. */
    void await() throws InterruptedException {
        if (!isFull()) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (isFull() && !closed) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits any longer. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Level levelOf(long bytes, long bytesMax) {
        if (bytesMax == 0 || bytes < bytesMax * SCARCE_FROM) {
            return Level.ENOUGH;
        }
        return bytes < bytesMax * NONE_FROM ? Level.SCARCE : Level.NONE;
    }
}
