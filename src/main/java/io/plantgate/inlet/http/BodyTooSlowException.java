package io.plantgate.inlet.http;

import java.io.IOException;

/** A body was not here in the time that a single item may take. */
final class BodyTooSlowException extends IOException {

    private static final long serialVersionUID = 1L;

    BodyTooSlowException() {
        super("over the time of a single item");
    }
}
