package io.plantgate.effect;

/** When a channel looks for work: when told, when a worker is free and more is due, and else at its poll. */
final class Rhythm {

    // A few freed workers are claimed for together; a claim for each would cost more than the wait.
    private static final long LINGER_MILLIS = 5;

    private final long pollMillis;
    private final int enough;
    private final InFlight inFlight;
    private final Bell bell = new Bell();
    private final Bell company = new Bell();
    // The last claim got as many as it asked for. Only then is a free worker a reason to claim, else a target that
    // hangs would have the database asked all the time.
    private volatile boolean moreIsDue;

    Rhythm(ChannelTerms terms, InFlight inFlight) {
        this.pollMillis = terms.pollMillis();
        this.enough = Math.max(1, terms.concurrency() / 4);
        this.inFlight = inFlight;
    }

    /** Something may be due. */
    void ring() {
        bell.ring();
    }

    /** @param more whether a claim got as many as it asked for */
    void found(boolean more) {
        moreIsDue = more;
    }

    /** An outcome is recorded: where too many were not, this makes room. */
    void recorded() {
        if (moreIsDue) {
            freed();
        }
    }

    /** An exchange has ended. */
    void freed() {
        int free = inFlight.free();
        if (free >= enough) {
            company.ring();
        }
        if (free > 0 && (free >= enough || moreIsDue)) {
            bell.ring();
        }
    }

    /** Waits until it is time to claim. A worker that is free alone waits a moment for others that are about to follow. */
    void await() throws InterruptedException {
        bell.await(pollMillis);
        company.await(0);
        if (moreIsDue && inFlight.running() > 0 && inFlight.free() < enough) {
            company.await(LINGER_MILLIS);
        }
    }

    /** Waits as long as without any news. */
    void pause() throws InterruptedException {
        bell.await(pollMillis);
    }
}
