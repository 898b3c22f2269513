package io.plantgate.scan;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What of scans is counted. */
final class ScanMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(ScanMetrics.class);

    private final MeterRegistry meters;
    private final Counter takenOver;
    private final Counter tooOften;

    ScanMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.takenOver = Counter.builder("plantgate.scan.taken.over")
                .description("Scans whose lease had run out")
                .register(meters);
        this.tooOften = Counter.builder("plantgate.scan.repeated.too.often")
                .description("Keys that were repeated more often than the site allows")
                .register(meters);
    }

    void watch(Supplier<Number> inWork) {
        Gauge.builder("plantgate.scan.in.work", inWork)
                .description("Scans of this node that are stored and not answered")
                .register(meters);
    }

    void answered(Finding.Kind kind) {
        meters.counter("plantgate.scan.answered", "lookup", kind.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    void takenOver() {
        takenOver.increment();
    }

    /** An alarm: a client does not hear its answers, or uses one key for many scans. */
    void repeatedTooOften(long scanId) {
        tooOften.increment();
        LOG.warn(
                "Scan {} was repeated more often in an hour than plantgate.scan.repeats-per-hour-max allows;"
                        + " a work item is about it. Look at its client.",
                scanId);
    }
}
