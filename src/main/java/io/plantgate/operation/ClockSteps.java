package io.plantgate.operation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * What is done at each tick. No step holds up those behind it, and nothing that is thrown ends the clock: it would stand still
 * without a word. For one thread.
 */
final class ClockSteps {

    private static final Logger LOG = LoggerFactory.getLogger(ClockSteps.class);

    private String lastFault = "";

    void each(Runnable... steps) {
        for (Runnable step : steps) {
            one(step);
        }
    }

    private void one(Runnable step) {
        try {
            named(step);
        } catch (OperationsUnreachableException e) {
            LOG.debug("Operations cannot be looked at now.", e);
        } catch (RuntimeException | Error e) {
            fault(e);
        }
    }

    private static void named(Runnable step) {
        try {
            step.run();
        } catch (DataAccessException e) {
            throw OperationStore.failure(e);
        }
    }

    private void fault(Throwable e) {
        if (!e.toString().equals(lastFault)) {
            LOG.error("The clock of operations met a fault of its own and goes on.", e);
        }
        lastFault = e.toString();
    }
}
