package io.plantgate.operation;

/** The device was not reached: certainly nothing was written. */
public final class NeverReachedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NeverReachedException(String message, Throwable cause) {
        super(message, cause);
    }
}
