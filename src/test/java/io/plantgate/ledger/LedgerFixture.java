package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.event.PayloadRereading;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A ledger on a database of its own. */
final class LedgerFixture implements AutoCloseable {

    static final PayloadRereading NEVER_READABLE = (first, under) -> Optional.empty();

    final TestDatabase database = TestDatabase.fresh();
    final Rows rows = new Rows(database.dataSource());
    final PostgresLedger ledger;

    LedgerFixture() {
        this(LedgerSettings.defaults("node-1"), NEVER_READABLE);
    }

    LedgerFixture(LedgerSettings settings, PayloadRereading rereading) {
        this.ledger = open(settings, rereading);
    }

    /** One unit, in one transaction. */
    List<Decision> record(Arrival... arrivals) {
        return record(ledger, arrivals);
    }

    static List<Decision> record(Ledger ledger, Arrival... arrivals) {
        return get(ledger, Unit.ofInlet("test", Arrays.asList(arrivals)));
    }

    Decision recordOne(Arrival arrival) {
        return record(arrival).get(0);
    }

    static List<Decision> get(Ledger ledger, Unit unit) {
        try {
            return ledger.put(unit).get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    List<Verdict> verdicts(Arrival... arrivals) {
        return record(arrivals).stream().map(Decision::verdict).toList();
    }

    private PostgresLedger open(LedgerSettings settings, PayloadRereading rereading) {
        try {
            return PostgresLedger.open(database.dataSource(), rereading, settings);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        ledger.close();
        database.close();
    }
}
