package io.plantgate.delivery.plc;

/** A value that a tag cannot hold as it was asked for. Nothing was sent. */
final class UnwritableValueException extends Exception {

    private static final long serialVersionUID = 1L;

    UnwritableValueException(String message) {
        super(message);
    }
}
