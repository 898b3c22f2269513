package io.plantgate.failure.kills;

import java.util.Random;

/** When processes are killed, a function of the seed: soon after they deliver, or after a while; now and then all at once. */
final class KillPlan {

    private static final int SOON_MILLIS = 200;
    private static final int LATE_MILLIS = 1_200;
    private static final int ALL_ONE_IN = 10;

    private final Random random;
    private int left;

    KillPlan(long seed, int kills) {
        this.random = new Random(seed);
        this.left = kills;
    }

    /**
     * @param afterMillis since it delivers
     * @param all whether the other processes are killed with it, as when the power fails
     */
    record Kill(int afterMillis, boolean all) {}

    /** The next one, or null if there were enough. */
    synchronized Kill next() {
        return left <= 0
                ? null
                : new Kill(
                        random.nextInt(random.nextBoolean() ? SOON_MILLIS : LATE_MILLIS),
                        random.nextInt(ALL_ONE_IN) == 0);
    }

    /** A process that was delivering is dead. */
    synchronized void killed() {
        left--;
    }
}
