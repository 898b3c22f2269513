package io.plantgate.ledger;

import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.ledger.BatchTransaction.Begun;
import io.plantgate.ledger.BatchTransaction.Drafted;
import io.plantgate.ledger.BatchTransaction.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches, and finds its way when one cannot be written: waits out an outage, repeats a collision, makes a missing
 * partition, looks for a commit whose answer was lost, and splits around what PostgreSQL refuses until the poisoned
 * arrival stands alone. Used by one thread.
 */
final class Committer {

    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final DataSource dataSource;
    private final BatchTransaction transaction;
    private final ArrivalIds ids;
    private final Partitions partitions;
    private final LedgerSettings settings;
    private final BooleanSupplier stopped;
    private final Deliveries deliveries;
    /** The outcome of a commit whose answer was lost, until it is known. */
    private Outcome doubtful;

    /** Where outcomes go. */
    interface Deliveries {
        void decided(Outcome outcome);

        void failed(Pending unit, Throwable why);

        void reachable(boolean reachable);
    }

    Committer(
            DataSource dataSource,
            BatchTransaction transaction,
            ArrivalIds ids,
            Partitions partitions,
            LedgerSettings settings,
            BooleanSupplier stopped,
            Deliveries deliveries) {
        this.dataSource = dataSource;
        this.transaction = transaction;
        this.ids = ids;
        this.partitions = partitions;
        this.settings = settings;
        this.stopped = stopped;
        this.deliveries = deliveries;
    }

    /** Writes the units, however long it takes; returns once each was delivered or the ledger has stopped. */
    void write(List<Pending> units) {
        long pauseMillis = settings.retryMillisMin();
        while (true) {
            try {
                Outcome outcome = attempt(units, true);
                deliveries.reachable(true);
                deliveries.decided(outcome);
                return;
            } catch (SQLException failure) {
                switch (SqlFault.of(failure)) {
                    case POISONED -> {
                        split(units, failure);
                        return;
                    }
                    case NO_PARTITION -> {
                        deliveries.reachable(false);
                        LOG.warn("There is no partition for today: {}", failure.getMessage());
                        makePartitions();
                        pause(settings.retryMillisMin());
                    }
                    case COLLIDED -> pause(ThreadLocalRandom.current().nextLong(20));
                    case OUTAGE -> {
                        deliveries.reachable(false);
                        LOG.warn(
                                "PostgreSQL cannot record {} units now, trying again in {} ms: {}",
                                units.size(),
                                pauseMillis,
                                failure.getMessage());
                        pause(pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1));
                        pauseMillis = Math.min(pauseMillis * 2, settings.retryMillisMax());
                    }
                }
            } catch (RuntimeException bug) {
                LOG.error("A batch of {} units cannot be written; its units are tried one by one.", units.size(), bug);
                isolate(units, bug);
                return;
            }
            if (stopped.getAsBoolean()) {
                units.forEach(
                        unit -> deliveries.failed(
                                unit,
                                new LedgerStoppedException(
                                        "The ledger stopped while PostgreSQL was away: whether the unit is recorded is not known.")));
                return;
            }
        }
    }

    private Outcome attempt(List<Pending> units, boolean commit) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            Outcome recorded = recordedBefore(connection, units);
            if (recorded != null) {
                return recorded;
            }
            for (Pending unit : units) {
                unit.number(ids, connection);
            }
            List<Drafted> drafts = transaction.drafts(connection, units);
            connection.setAutoCommit(false);
            try {
                return transact(connection, units, drafts, commit);
            } finally {
                rollBackAndReset(connection);
            }
        }
    }

    private Outcome transact(Connection connection, List<Pending> units, List<Drafted> drafts, boolean commit)
            throws SQLException {
        Begun begun = transaction.begin(connection);
        Outcome outcome = transaction.run(connection, drafts, begun);
        if (commit) {
            // From here until the answer, the outcome is in doubt.
            doubtful = outcome;
            connection.commit();
            doubtful = null;
            outcome.generations.remember();
        }
        return outcome;
    }

    /** The outcome of an earlier try whose commit had gone through although its answer was lost. */
    private Outcome recordedBefore(Connection connection, List<Pending> units) throws SQLException {
        Outcome earlier = doubtful;
        if (earlier == null) {
            return null;
        }
        Pending witness = units.stream()
                .filter(unit -> !earlier.decided.getOrDefault(unit, List.of()).isEmpty())
                .findFirst()
                .orElse(null);
        boolean recorded = witness != null && isRecorded(connection, witness);
        doubtful = null;
        if (recorded) {
            LOG.warn("The answer to a commit was lost; its {} units are recorded.", units.size());
            return earlier;
        }
        return null;
    }

    /** Waits until the lost transaction has ended on the server, then looks for its rows. */
    private boolean isRecorded(Connection connection, Pending witness) throws SQLException {
        connection.setAutoCommit(false);
        try {
            transaction.begin(connection);
            return transaction.isRecorded(connection, witness);
        } finally {
            rollBackAndReset(connection);
        }
    }

    private static void rollBackAndReset(Connection connection) throws SQLException {
        if (!connection.isClosed()) {
            try {
                // After a commit there is nothing to roll back; after a failure there is.
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException e) {
                LOG.debug("The failed connection cannot be rolled back; the pool drops it.", e);
            }
        }
    }

    /** Halves the batch until a unit stands alone, then finds its poisoned arrivals. */
    private void split(List<Pending> units, SQLException failure) {
        if (units.size() > 1) {
            int half = units.size() / 2;
            write(units.subList(0, half));
            write(units.subList(half, units.size()));
            return;
        }
        Pending unit = units.get(0);
        if (unit.completion() != null) {
            deliveries.failed(unit, failure);
            return;
        }
        int poisoned = quarantinePoisoned(unit, 0, unit.arrivals(), failure);
        if (poisoned == 0) {
            LOG.error("PostgreSQL refuses a unit of {} arrivals though each of them alone passes.", unit.arrivals());
            deliveries.failed(unit, failure);
            return;
        }
        write(units);
    }

    /** Tries parts of a unit without committing; quarantines the arrivals that fail alone. Returns their number. */
    private int quarantinePoisoned(Pending unit, int from, int to, SQLException failure) {
        SQLException refusal = unit.arrivals() == 1 ? failure : refusal(unit, from, to);
        if (refusal == null) {
            return 0;
        }
        if (to - from > 1) {
            int middle = (from + to) / 2;
            return quarantinePoisoned(unit, from, middle, refusal) + quarantinePoisoned(unit, middle, to, refusal);
        }
        Entry entry = unit.entries().get(from);
        if (isQuarantinedAsRefused(entry)) {
            return 0;
        }
        LOG.warn(
                "PostgreSQL refuses arrival {}; it is quarantined: SQLSTATE {}",
                entry.arrivalId(),
                refusal.getSQLState());
        unit.replace(
                from,
                entry.read(Reading.Undecodable.because(
                        ReasonCode.REFUSED_BY_DATABASE,
                        "PostgreSQL refuses the row (SQLSTATE " + refusal.getSQLState()
                                + "). Correct the data at the source or the profile, then release the arrival.")));
        return 1;
    }

    private SQLException refusal(Pending unit, int from, int to) {
        try {
            attempt(List.of(part(unit, from, to)), false);
            return null;
        } catch (SQLException e) {
            return SqlFault.of(e) == SqlFault.POISONED ? e : null;
        }
    }

    private static Pending part(Pending unit, int from, int to) {
        Pending part = new Pending(Unit.ofInlet(
                "part",
                unit.entries().subList(from, to).stream().map(Entry::arrival).toList()));
        return part;
    }

    private static boolean isQuarantinedAsRefused(Entry entry) {
        return entry.arrival().reading() instanceof Reading.Undecodable undecodable
                && undecodable.reason().code() == ReasonCode.REFUSED_BY_DATABASE;
    }

    private void isolate(List<Pending> units, RuntimeException bug) {
        if (units.size() == 1) {
            deliveries.failed(units.get(0), bug);
            return;
        }
        new ArrayList<>(units).forEach(unit -> write(List.of(unit)));
    }

    private void makePartitions() {
        try {
            partitions.makeAhead();
        } catch (SQLException | RuntimeException e) {
            LOG.error("No partition for today can be made. Check that the gateway's database user owns its tables.", e);
            pause(settings.retryMillisMax());
        }
    }

    private void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            // The ledger stops; the loop asks for that itself.
            Thread.currentThread().interrupt();
        }
    }
}
