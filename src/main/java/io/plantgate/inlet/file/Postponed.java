package io.plantgate.inlet.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What waits before it is tried again, and why. The same trouble is said once, not at every try. Used by one thread. */
final class Postponed {

    private static final Logger LOG = LoggerFactory.getLogger(Postponed.class);

    private final String inlet;
    private final Duration retry;
    private final LongSupplier nanoClock;
    private final Map<Path, Trouble> troubles = new HashMap<>();

    Postponed(String inlet, Duration retry, LongSupplier nanoClock) {
        this.inlet = inlet;
        this.retry = retry;
        this.nanoClock = nanoClock;
    }

    private record Trouble(long sinceNanos, String why) {}

    boolean isWaiting(Path what) {
        Trouble trouble = troubles.get(what);
        return trouble != null && nanoClock.getAsLong() - trouble.sinceNanos() < retry.toNanos();
    }

    void postpone(Path what, Exception cause) {
        String why = String.valueOf(cause.getMessage());
        Trouble before = troubles.put(what, new Trouble(nanoClock.getAsLong(), why));
        if (before == null || !before.why().equals(why)) {
            LOG.warn("{}: {} waits and is tried again every {} s: {}", inlet, what, retry.toSeconds(), why);
        }
    }

    /** It is through: the next trouble is said again. */
    void forget(Path what) {
        troubles.remove(what);
    }
}
