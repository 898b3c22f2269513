package io.plantgate.operation;

/** A question to a device had no usable answer by its deadline. It says nothing about what was written before. */
public final class DeviceSilentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeviceSilentException(String message, Throwable cause) {
        super(message, cause);
    }
}
