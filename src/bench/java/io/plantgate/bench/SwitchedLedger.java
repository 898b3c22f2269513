package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.PostgresLedger;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Stands in a gateway in front of its ledger, so that one and the same gateway can be measured with another ledger behind it.
 */
final class SwitchedLedger extends ForwardingLedger {

    private volatile Ledger behind;

    private SwitchedLedger(Ledger behind) {
        this.behind = behind;
    }

    /** Makes it the ledger that all ways into this gateway find. */
    static void putInto(GenericApplicationContext gateway) {
        gateway.registerBean(
                SwitchedLedger.class,
                () -> new SwitchedLedger(gateway.getBean(PostgresLedger.class)),
                definition -> definition.setPrimary(true));
    }

    void to(Ledger other) {
        behind = other;
    }

    @Override
    Ledger behind() {
        return behind;
    }
}
