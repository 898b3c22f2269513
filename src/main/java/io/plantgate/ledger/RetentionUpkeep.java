package io.plantgate.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.ledger.Retention.Ended;
import java.sql.SQLException;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Gives up each hour what is over, and tells what came of it. */
final class RetentionUpkeep {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionUpkeep.class);

    private final Retention retention;
    private final Counter months;
    private final Counter effectMonths;
    private final Counter identities;
    private final Counter failures;
    private volatile String failure;

    RetentionUpkeep(Retention retention, MeterRegistry meters) {
        this.retention = retention;
        this.months = Counter.builder("plantgate.retention.months")
                .description("Months whose arrivals are dropped")
                .register(meters);
        this.effectMonths = Counter.builder("plantgate.retention.effect.months")
                .description("Months whose effects and attempts are dropped")
                .register(meters);
        this.identities = Counter.builder("plantgate.retention.identities")
                .description("Identities that are forgotten")
                .register(meters);
        this.failures = Counter.builder("plantgate.retention.failures")
                .description("Runs that failed; the next one goes on")
                .register(meters);
        Gauge.builder(
                        "plantgate.retention.held.months",
                        retention,
                        kept -> kept.held().size() + kept.heldEffects().size())
                .description("Months whose time is over and that something keeps")
                .register(meters);
    }

    /** Months whose time is over and why their arrivals are still there. */
    Map<YearMonth, String> held() {
        return retention.held();
    }

    /** The same of effects. */
    Map<YearMonth, String> heldEffects() {
        return retention.heldEffects();
    }

    /** Why the last run failed; empty if it did not. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** A run that is under way leaves the rest to the next one. */
    void stop() {
        retention.stop();
    }

    @Scheduled(fixedDelay = 60, initialDelay = 2, timeUnit = TimeUnit.MINUTES)
    void endWhatIsOver() {
        try {
            Ended ended = retention.run();
            failure = null;
            count(ended);
        } catch (SQLException e) {
            failure = e.getMessage();
            failures.increment();
            LOG.error(
                    "What plantgate.ledger.retention no longer keeps cannot be given up, and the store grows. Check that the"
                            + " gateway's database user owns its tables; the next run goes on: {}",
                    e.getMessage());
        }
    }

    private void count(Ended ended) {
        months.increment(ended.months().size());
        effectMonths.increment(ended.effectMonths().size());
        identities.increment(ended.identities());
        if (!ended.equals(Ended.NOTHING)) {
            LOG.info(
                    "Given up: arrivals of {}, effects of {}, {} identities.",
                    ended.months(),
                    ended.effectMonths(),
                    ended.identities());
        }
    }
}
