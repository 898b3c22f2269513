package io.plantgate.effect;

/** The database cannot be reached, so nothing was kept or changed. */
public final class EffectsUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EffectsUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
