package io.plantgate.delivery.plc;

/** A device's answer was missing, late or not an answer to what was asked. The message is the evidence. */
final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
