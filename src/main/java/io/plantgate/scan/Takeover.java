package io.plantgate.scan;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for scans whose worker died, or never had room for them, and takes them over. */
final class Takeover implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    private final ScanTable table;
    private final String node;
    private final ScanSettings settings;
    private final Consumer<WorkedScan> worker;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "scan-takeover");
        thread.setDaemon(true);
        return thread;
    });

    Takeover(ScanTable table, String node, ScanSettings settings, Consumer<WorkedScan> worker) {
        this.table = table;
        this.node = node;
        this.settings = settings;
        this.worker = worker;
    }

    void start() {
        clock.scheduleWithFixedDelay(this::look, 0, settings.takeoverMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            List<WorkedScan> taken = table.takeOver(settings.leaseMillis(), settings.takeoverScansMax(), node);
            if (!taken.isEmpty()) {
                LOG.info("{} scans whose lease had run out are taken over.", taken.size());
            }
            taken.forEach(worker);
        } catch (SQLException | RuntimeException e) {
            LOG.warn(
                    "Scans cannot be taken over now; the next look is in {} ms: {}",
                    settings.takeoverMillis(),
                    e.toString());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
