package io.plantgate.inlet.mqtt;

/** A route came to its end without a decision of the ledger: nothing may be acknowledged. */
final class NotRecordedException extends Exception {

    private static final long serialVersionUID = 1L;

    NotRecordedException(String route) {
        super("route " + route + " ended without ledger:record. Let every message of it come to ledger:record.");
    }
}
