package io.plantgate.ledger;

/** A stream of items came to a step that takes single arrivals only; none of its items was read or recorded. */
public final class SingleItemsOnlyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    SingleItemsOnlyException() {
        super("idempotentConsumer on #ledger decides one arrival at a time, and a stream of arrivals came."
                + " Send single items, or use ledger:record in the route.");
    }
}
