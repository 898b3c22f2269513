package io.plantgate.operation;

/** The operations' database refuses what it was told, and would refuse it again: a fault of the gateway, not an outage. */
public final class OperationsFaultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OperationsFaultException(String message) {
        super(message);
    }
}
