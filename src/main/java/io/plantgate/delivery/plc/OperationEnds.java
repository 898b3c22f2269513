package io.plantgate.delivery.plc;

import io.plantgate.effect.EffectReports;
import io.plantgate.operation.Operation;
import io.plantgate.operation.Operations;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells effects how the operations ended that they became. What was told counts as told only afterwards: a node that dies in
 * between, or a second node, tells it once more, and the effects keep the first word.
 */
final class OperationEnds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OperationEnds.class);

    private static final int AT_ONCE = 100;

    private final Operations operations;
    private final EffectReports reports;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "operation-ends");
        thread.setDaemon(true);
        return thread;
    });

    OperationEnds(Operations operations, EffectReports reports, long lookMillis) {
        this.operations = operations;
        this.reports = reports;
        clock.scheduleWithFixedDelay(this::look, lookMillis, lookMillis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            operations.untold(AT_ONCE).forEach(this::tell);
        } catch (RuntimeException e) {
            LOG.debug("How operations ended cannot be told to their effects now.", e);
        }
    }

    // One that cannot be told must not hold up those behind it.
    private void tell(Operation operation) {
        try {
            reports.report(
                    OperationsFromEffects.channel(operation),
                    operation.operationId(),
                    OperationsFromEffects.end(operation));
            operations.told(operation);
        } catch (RuntimeException e) {
            LOG.debug("How {} ended cannot be told to its effect now.", operation.name(), e);
        }
    }

    @Override
    public void close() {
        clock.shutdown();
        try {
            if (!clock.awaitTermination(30, TimeUnit.SECONDS)) {
                clock.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
