package io.plantgate.effect;

/** A delivery step proves that it sent nothing: thrown before the first byte could have left. */
public final class NeverSentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NeverSentException(String message) {
        super(message);
    }

    public NeverSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
