package io.plantgate.ledger;

/** The store is nearly as large as it may be and takes no new arrivals: nothing was taken. A person has to make room. */
public final class LedgerFullException extends LedgerBusyException {

    private static final long serialVersionUID = 1L;

    public LedgerFullException() {
        super(
                "The store holds 95 % of plantgate.ledger.store-bytes-max or more: nothing was taken. Send again once there is"
                        + " room: raise the bound, or keep fewer months (plantgate.ledger.retention.arrival-months).");
    }
}
