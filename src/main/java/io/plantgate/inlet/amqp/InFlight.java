package io.plantgate.inlet.amqp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/** The unacknowledged messages of one channel, in the order of their delivery tags. */
final class InFlight {

    private final Deque<Delivered> messages = new ArrayDeque<>();
    private boolean delivering;

    synchronized void add(Delivered message) {
        messages.addLast(message);
    }

    synchronized int size() {
        return messages.size();
    }

    /** Age of the oldest; 0 without any. */
    synchronized long oldestNanos() {
        Delivered oldest = messages.peekFirst();
        return oldest == null ? 0 : System.nanoTime() - oldest.receivedNanos();
    }

    /** True if the message is the first, so that its decision releases others. */
    synchronized boolean decide(Delivered message) {
        message.markDecided();
        return messages.peekFirst() == message;
    }

    /** Takes the unbroken run of decided ones off the front; the tag of the last of them, or 0. */
    synchronized long takeDecided() {
        long last = 0;
        while (!messages.isEmpty() && messages.peekFirst().isDecided()) {
            last = messages.pollFirst().tag();
        }
        return last;
    }

    /** True while the broker may bring more. */
    synchronized void delivering(boolean now) {
        delivering = now;
        notifyAll();
    }

    synchronized void changed() {
        notifyAll();
    }

    /** Waits until no more come and none is left, or the channel has closed; false if that took too long. */
    synchronized boolean awaitNone(long timeoutNanos, BooleanSupplier open) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutNanos;
        while (open.getAsBoolean() && (delivering || !messages.isEmpty())) {
            long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
        }
        return messages.isEmpty();
    }
}
