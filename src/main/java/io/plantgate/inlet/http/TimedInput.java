package io.plantgate.inlet.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A request's bytes, for as long as its sender may take. A sender that drips is noticed at its next byte, one that is
 * silent by the container's own time-out.
 */
final class TimedInput extends FilterInputStream {

    private final long endNanos;
    private volatile boolean unlimited;

    TimedInput(InputStream in, long endNanos) {
        super(in);
        this.endNanos = endNanos;
    }

    /** From here on the sender may take its time. */
    void takeYourTime() {
        unlimited = true;
    }

    @Override
    public int read() throws IOException {
        check();
        return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        check();
        return in.read(buffer, offset, wanted);
    }

    private void check() throws BodyTooSlowException {
        if (!unlimited && System.nanoTime() - endNanos > 0) {
            throw new BodyTooSlowException();
        }
    }
}
