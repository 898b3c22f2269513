package io.plantgate.bench;

import io.plantgate.event.Event;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Stands in front of a ledger and notes when each message of the benchmark was decided, which is told after its commit. */
final class TellingLedger extends ForwardingLedger {

    private final Ledger ledger;
    private final Told told;

    TellingLedger(Ledger ledger, Told told) {
        this.ledger = ledger;
        this.told = told;
    }

    @Override
    Ledger behind() {
        return ledger;
    }

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        Event event = (Event) unit.arrivals().get(0).reading();
        int number = Message.number(event.identity());
        return super.offer(unit).map(decided -> decided.whenComplete((any, failure) -> told.tell(number, failure)));
    }
}
