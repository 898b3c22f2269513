package io.plantgate.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Units waiting for one shard, bounded in arrivals and in raw bytes. A unit over a bound passes when it is alone. */
final class PendingQueue {

    private final int arrivalsMax;
    private final long bytesMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition drained = lock.newCondition();
    private final ArrayDeque<Pending> units = new ArrayDeque<>();
    private int arrivals;
    private long bytes;
    private boolean closed;

    PendingQueue(int arrivalsMax, long bytesMax) {
        this.arrivalsMax = arrivalsMax;
        this.bytesMax = bytesMax;
    }

    /** Takes the unit if there is room; never waits. */
    boolean offer(Pending unit) {
        lock.lock();
        try {
            requireOpen();
            if (!hasRoomFor(unit)) {
                return false;
            }
            add(unit);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the unit, waiting for room. */
    void put(Pending unit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            requireOpen();
            while (!hasRoomFor(unit)) {
                drained.await();
                requireOpen();
            }
            add(unit);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for at least one unit, or the end; returns the arrivals that wait then. */
    int await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (units.isEmpty() && !closed) {
                filled.await();
            }
            return arrivals;
        } finally {
            lock.unlock();
        }
    }

    /** Takes what is there and fits a batch; nothing if the queue is empty. */
    List<Pending> take(int batchArrivalsMax, long batchBytesMax) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            List<Pending> batch = drain(batchArrivalsMax, batchBytesMax);
            drained.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** No more units are taken; those that are here can still be taken out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            filled.signalAll();
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int arrivals() {
        lock.lock();
        try {
            return arrivals;
        } finally {
            lock.unlock();
        }
    }

    private List<Pending> drain(int batchArrivalsMax, long batchBytesMax) {
        List<Pending> batch = new ArrayList<>();
        int batchArrivals = 0;
        long batchBytes = 0;
        while (!units.isEmpty()) {
            Pending next = units.peek();
            batchArrivals += next.arrivals();
            batchBytes += next.bytes();
            if (!batch.isEmpty() && (batchArrivals > batchArrivalsMax || batchBytes > batchBytesMax)) {
                break;
            }
            batch.add(units.poll());
            arrivals -= next.arrivals();
            bytes -= next.bytes();
        }
        return batch;
    }

    private void add(Pending unit) {
        units.add(unit);
        arrivals += unit.arrivals();
        bytes += unit.bytes();
        if (units.size() == 1) {
            filled.signal();
        }
    }

    private boolean hasRoomFor(Pending unit) {
        return units.isEmpty() || arrivals + unit.arrivals() <= arrivalsMax && bytes + unit.bytes() <= bytesMax;
    }

    private void requireOpen() {
        if (closed) {
            throw new LedgerStoppedException("The ledger has stopped: nothing was taken.");
        }
    }
}
