package io.plantgate.inlet.amqp;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages of one channel that the ledger has not taken. They are offered again in their order, after a pause that grows;
 * meanwhile the channel's later messages wait, so that a device's order holds.
 */
final class Again {

    private final ScheduledExecutorService own;
    private final Consumer<Delivered> route;
    private final BooleanSupplier open;
    private final AmqpInletProperties bounds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition calm = lock.newCondition();
    private final NavigableMap<Long, Delivered> messages = new TreeMap<>();
    private boolean holding;
    private long pauseMillis;

    Again(ScheduledExecutorService own, Consumer<Delivered> route, BooleanSupplier open, AmqpInletProperties bounds) {
        this.own = own;
        this.route = route;
        this.open = open;
        this.bounds = bounds;
        this.pauseMillis = bounds.againMillisMin();
    }

    void add(Delivered message) {
        lock.lock();
        try {
            messages.put(message.tag(), message);
            if (!holding) {
                holding = true;
                later();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until none is left, or the channel has closed. */
    void awaitNone() {
        lock.lock();
        try {
            while (holding && open.getAsBoolean()) {
                calm.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets go who waits for a channel that has closed. */
    void closed() {
        lock.lock();
        try {
            calm.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void offerAll() {
        Delivered next = takeAfter(0);
        while (next != null && open.getAsBoolean()) {
            route.accept(next);
            next = isBack(next) ? null : takeAfter(next.tag());
        }
        lock.lock();
        try {
            if (messages.isEmpty()) {
                holding = false;
                pauseMillis = bounds.againMillisMin();
                calm.signalAll();
            } else {
                later();
            }
        } finally {
            lock.unlock();
        }
    }

    private Delivered takeAfter(long tag) {
        lock.lock();
        try {
            Map.Entry<Long, Delivered> next = messages.higherEntry(tag);
            return next == null ? null : messages.remove(next.getKey());
        } finally {
            lock.unlock();
        }
    }

    private boolean isBack(Delivered message) {
        lock.lock();
        try {
            return messages.containsKey(message.tag());
        } finally {
            lock.unlock();
        }
    }

    private void later() {
        if (!open.getAsBoolean()) {
            return;
        }
        try {
            own.schedule(this::offerAll, pauseMillis, TimeUnit.MILLISECONDS);
            pauseMillis = Math.min(pauseMillis * 2, bounds.againMillisMax());
        } catch (RejectedExecutionException stopped) {
            // The inlet has stopped and closes the channel; the broker sends again.
            holding = false;
        }
    }
}
