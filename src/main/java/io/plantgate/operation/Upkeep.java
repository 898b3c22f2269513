package io.plantgate.operation;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done now and then beside the writes: counts what is open, and shrinks what is over. For one thread. */
final class Upkeep {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final OpenCounts counts;
    private final Tombstones tombstones;
    private long nextNanos = System.nanoTime();

    Upkeep(OpenCounts counts, Tombstones tombstones) {
        this.counts = counts;
        this.tombstones = tombstones;
    }

    void keepUp() {
        if (System.nanoTime() - nextNanos >= 0) {
            counts.refresh();
            int shrunk = tombstones.shrink();
            if (shrunk > 0) {
                LOG.info("{} operations are tombstones now.", shrunk);
            }
            nextNanos = System.nanoTime() + EVERY_NANOS;
        }
    }
}
