package io.plantgate.operation;

/** The database that holds the operations cannot be asked now. Nothing was recorded. */
public final class OperationsUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OperationsUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
