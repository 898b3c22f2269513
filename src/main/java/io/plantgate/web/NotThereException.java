package io.plantgate.web;

/** There is no such thing; the message is for the client. */
final class NotThereException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotThereException(String message) {
        super(message);
    }
}
