package io.plantgate.inlet;

import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.ledger.Decision;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Status;

/**
 * Counts what the brokers' inlets bring into quarantine, by inlet and reason, and calls a person once it is too much in a
 * minute. A message of a broker can be neither refused nor dropped without losing it, and holding it back would hold up
 * its neighbours: so nothing else happens (see the ADR on quarantine at the brokers' doors).
 */
public final class QuarantineWatch {

    /** Of an inlet that works, and at which a person should look. */
    public static final Status WARNING = new Status("WARNING", "Works, but a person should look.");

    private static final Logger LOG = LoggerFactory.getLogger(QuarantineWatch.class);
    private static final long MINUTE_MILLIS = 60_000;

    private final Clock clock;
    private final MeterRegistry meters;
    private final int perMinuteMax;
    // One entry for each broker's inlet of the site.
    private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

    /** @param perMinuteMax arrivals in quarantine that one inlet may bring in a minute before a person is called */
    public QuarantineWatch(Clock clock, MeterRegistry meters, int perMinuteMax) {
        this.clock = clock;
        this.meters = meters;
        this.perMinuteMax = perMinuteMax;
    }

    /** Hears what became of an arrival; cheap for all but the quarantined. */
    public void decided(String inlet, Decision decision) {
        if (decision instanceof Decision.Quarantined quarantined) {
            String reason = quarantined.reason().code().name();
            meters.counter("plantgate.inlet.quarantined", "inlet", inlet, "reason", reason)
                    .increment();
            Minute now = minutes.merge(inlet, new Minute(minute(), 1, 0), Minute::plus);
            if (now.count() == perMinuteMax + 1L) {
                LOG.warn(
                        "{}: more than {} messages of this minute went to quarantine, the last as {}. All are kept and"
                                + " acknowledged; correct the sender, or the store fills"
                                + " (plantgate.inlet.quarantine.per-minute-max).",
                        inlet,
                        perMinuteMax,
                        reason);
            }
        }
    }

    /** What a person should know of an inlet, until a whole minute has passed without; empty if there is nothing. */
    public Optional<String> warning(String inlet) {
        Minute last = minutes.get(inlet);
        long most = last == null ? 0 : last.mostSince(minute() - 1);
        return most <= perMinuteMax
                ? Optional.empty()
                : Optional.of(
                        "%d messages of one minute went to quarantine, more than %d".formatted(most, perMinuteMax));
    }

    private long minute() {
        return clock.millis() / MINUTE_MILLIS;
    }

    /**
     * @param number since the epoch
     * @param count in this minute
     * @param before in the minute before it
     */
    private record Minute(long number, long count, long before) {

        Minute plus(Minute one) {
            if (one.number == number) {
                return new Minute(number, count + one.count, before);
            }
            return new Minute(one.number, one.count, one.number == number + 1 ? count : 0);
        }

        long mostSince(long oldest) {
            if (number < oldest) {
                return 0;
            }
            return number == oldest ? count : Math.max(count, before);
        }
    }
}
