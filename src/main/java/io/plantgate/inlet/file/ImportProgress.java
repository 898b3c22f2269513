package io.plantgate.inlet.file;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerExchange.DecisionSink;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log from time to time how far a running import is. */
final class ImportProgress implements DecisionSink {

    private static final Logger LOG = LoggerFactory.getLogger(ImportProgress.class);

    private final ClaimedFile file;
    private final long everyNanos;
    private final LongSupplier nanoClock;
    private long decided;
    private long saidAtNanos;

    ImportProgress(ClaimedFile file, Duration every, LongSupplier nanoClock) {
        this.file = file;
        this.everyNanos = every.toNanos();
        this.nanoClock = nanoClock;
        this.saidAtNanos = nanoClock.getAsLong();
    }

    @Override
    public void accept(List<Decision> decisions) {
        decided += decisions.size();
        long now = nanoClock.getAsLong();
        if (now - saidAtNanos >= everyNanos) {
            saidAtNanos = now;
            LOG.info(
                    "{}: {} rows decided in this run, {} of {} bytes read.",
                    file.label(),
                    decided,
                    file.stream().fileBytes(),
                    file.row().fileBytes());
        }
    }
}
