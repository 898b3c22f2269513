package io.plantgate.inlet.http;

import java.io.IOException;

/** A stream, or its answer, is over its bound. */
final class StreamTooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    StreamTooLongException() {
        super("over the bound of a stream");
    }
}
