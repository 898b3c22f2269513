package io.plantgate.inlet.mqtt;

import io.plantgate.event.Delivery;

/** One message on its way to the ledger. One of its two ends is to be called, and only one. */
interface Incoming {

    Delivery delivery();

    /** The arrival is in the ledger: acknowledge it, in its turn. */
    void recorded();

    /** The arrival is not in the ledger: let the broker send it again. */
    void failed(Throwable cause);

    /** False once the connection that brought it is gone or given up: whatever becomes of it, it comes again. */
    boolean isWorthRetrying();
}
