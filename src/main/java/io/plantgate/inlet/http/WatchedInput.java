package io.plantgate.inlet.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/**
 * A stream's bytes on their way to its reader. Tells whether the reader waits for the client, ends at a bound with
 * {@link StreamTooLongException}, and gives nothing once the post is answered: the container lends the request's stream
 * to another request then.
 */
final class WatchedInput extends FilterInputStream {

    private final long bytesMax;
    private long length;
    private volatile boolean waitingForClient;
    private volatile boolean ended;
    private volatile long movedNanos = System.nanoTime();

    WatchedInput(InputStream in, long bytesMax) {
        super(in);
        this.bytesMax = bytesMax;
    }

    /** Says that something else moved: a decision was heard. */
    void moved() {
        movedNanos = System.nanoTime();
    }

    /** How long nothing has moved, in nanoseconds; 0 while the reader waits for the client. */
    long stalledNanos() {
        return waitingForClient ? 0 : System.nanoTime() - movedNanos;
    }

    /** How many bytes have been read; asked by the reader. */
    long length() {
        return length;
    }

    /** From here on nobody reads. */
    void end() {
        ended = true;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        if (ended) {
            throw new IOException("this post was answered already");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("the reader was given up");
        }
        waitingForClient = true;
        try {
            return counted(in.read(buffer, offset, wanted));
        } finally {
            moved();
            waitingForClient = false;
        }
    }

    private int counted(int read) throws StreamTooLongException {
        length += Math.max(read, 0);
        if (length > bytesMax) {
            throw new StreamTooLongException();
        }
        return read;
    }

    // The container closes the request's stream itself.
    @Override
    public void close() {}

    @Override
    public boolean markSupported() {
        return false;
    }
}
