package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;

/** No transport: bytes through intake and ledger. */
final class InProcessDoor implements SteadyDoor {

    private final Ledger ledger;

    InProcessDoor(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public String name() {
        return "in process";
    }

    @Override
    public void send(List<Message> messages, Pace pace, Told told) throws Exception {
        pace.begin();
        for (int i = 0; i < messages.size(); i++) {
            int number = i;
            pace.await(number);
            ledger.put(Unit.of(LedgerBench.read(messages.get(number))))
                    .whenComplete((any, failure) -> told.tell(number, failure));
        }
        told.awaitLast();
    }
}
