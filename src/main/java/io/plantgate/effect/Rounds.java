package io.plantgate.effect;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that goes round for one channel: it claims, or waits until something may be due. Only a stop ends it. */
final class Rounds {

    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    // A round waits for its poll, and for a few statements that are bounded each.
    private static final long MINUTES_MAX = 10;

    private final String channel;
    private final Rhythm rhythm;
    private final Round round;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile long beganNanos = System.nanoTime();

    /** What is done each time. */
    interface Round {
        /** True if there may be more to do at once. */
        boolean go() throws SQLException;
    }

    Rounds(String channel, Rhythm rhythm, Round round) {
        this.channel = channel;
        this.rhythm = rhythm;
        this.round = round;
        this.thread = new Thread(this::goUntilStopped, "effect-claim-" + channel);
        this.thread.setDaemon(true);
    }

    void start() {
        beganNanos = System.nanoTime();
        thread.start();
    }

    private void goUntilStopped() {
        while (!stopping) {
            beganNanos = System.nanoTime();
            try {
                if (!round.go()) {
                    rhythm.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException | RuntimeException | Error e) {
                pauseAfter(e);
            }
        }
    }

    // Errors too: a thread that ends says nothing to anybody, and takes its channel with it.
    private void pauseAfter(Throwable failure) {
        try {
            LOG.warn("{}: nothing can be claimed now: {}", channel, failure.toString());
            rhythm.pause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            // There is no room even for a word: the next round may have more.
            Thread.onSpinWait();
        }
    }

    /** What keeps it from going round and does not pass by itself; null if nothing is known to. */
    String trouble() {
        if (stopping) {
            return null;
        }
        if (!thread.isAlive()) {
            return "Its thread that claims has ended: nothing is sent. Restart the gateway; its log says why.";
        }
        long minutes = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - beganNanos);
        return minutes < MINUTES_MAX
                ? null
                : "It has been at one claim for " + minutes + " minutes. Does PostgreSQL answer?";
    }

    /** Waits at most so long for the round that is under way. */
    void stop(long millisMax) throws InterruptedException {
        stopping = true;
        rhythm.ring();
        thread.join(millisMax);
    }
}
