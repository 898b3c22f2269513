package io.plantgate.web;

/** It was there, and is not kept; answered with 410. The message is for people. */
final class NotKeptException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotKeptException(String message) {
        super(message);
    }
}
