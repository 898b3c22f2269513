package io.plantgate.web;

/** A parameter or body of a question is wrong; the message is for the client. */
final class InvalidRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidRequestException(String message) {
        super(message);
    }
}
