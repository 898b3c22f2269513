package io.plantgate.inlet.mqtt;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Arrivals of one source that are in flight, over all of its connections; bounded. */
final class Window {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int max;
    private int inFlight;

    Window(int max) {
        this.max = max;
    }

    /**
     * Takes a place, waiting for one where there is none.
     *
     * @param millisMax how long to wait
     * @param wanted looked at while waiting; once false, nothing is taken
     * @return false if there is no place
     */
    synchronized boolean enter(long millisMax, BooleanSupplier wanted) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
        while (inFlight >= max) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !wanted.getAsBoolean() || !await(Math.min(left, LOOK_NANOS))) {
                return false;
            }
        }
        inFlight++;
        return true;
    }

    synchronized void leave() {
        inFlight--;
        notifyAll();
    }

    /** Waits until an arrival leaves, or so long. */
    synchronized void awaitChange(long millisMax) {
        await(TimeUnit.MILLISECONDS.toNanos(millisMax));
    }

    synchronized int inFlight() {
        return inFlight;
    }

    synchronized boolean isBelowHalf() {
        return inFlight * 2 < max || inFlight == 0;
    }

    private boolean await(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
