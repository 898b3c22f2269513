package io.plantgate.ledger;

/** The ledger stopped before it could say what became of a unit; its sender must not be told that it was taken. */
public final class LedgerStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LedgerStoppedException(String message) {
        super(message);
    }
}
