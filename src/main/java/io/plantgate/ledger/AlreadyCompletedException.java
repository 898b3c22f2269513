package io.plantgate.ledger;

/** Somebody completed or released this arrival before; what they wrote stands. */
public final class AlreadyCompletedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AlreadyCompletedException(long arrivalId) {
        super("Arrival " + arrivalId + " was completed or released before; its completion stands.");
    }
}
