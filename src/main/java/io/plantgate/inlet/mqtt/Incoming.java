package io.plantgate.inlet.mqtt;

import io.plantgate.event.Delivery;

/** One message on its way to the ledger. */
record Incoming(Delivery delivery, Receipt receipt) {

    boolean isWorthRetrying() {
        return receipt.isWorthRetrying();
    }

    void recorded() {
        receipt.recorded();
    }

    void failed(Throwable cause) {
        receipt.failed(cause);
    }
}
