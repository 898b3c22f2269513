package io.plantgate.web;

/** It may have been there, and its time is over; answered with 410. The message is for the client. */
final class PurgedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PurgedException(String message) {
        super(message);
    }
}
