package io.plantgate.ledger;

/** The ledger's queue has no room: nothing was taken. The sender should come again after a while. */
public sealed class LedgerBusyException extends RuntimeException permits LedgerFullException {

    private static final long serialVersionUID = 1L;

    LedgerBusyException(String message) {
        super(message);
    }

    public LedgerBusyException() {
        super("The ledger's queue is full (plantgate.ledger.queue-arrivals-max, queue-bytes-max): nothing was taken."
                + " Send again later.");
    }
}
