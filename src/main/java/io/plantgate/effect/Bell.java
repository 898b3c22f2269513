package io.plantgate.effect;

/** Wakes one thread that waits for work; a ring while nobody waits is kept. */
final class Bell {

    private boolean rung;

    synchronized void ring() {
        rung = true;
        notifyAll();
    }

    /** Waits for a ring, at most so long; returns at once if there was one since the last time. */
    synchronized void await(long millisMax) throws InterruptedException {
        long end = System.nanoTime() + millisMax * 1_000_000;
        while (!rung) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
        rung = false;
    }
}
