package io.plantgate.inlet.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A request's bytes, for as long as its sender may take. A sender that drips is noticed at its next byte, one that is
 * silent by the container's own time-out.
 */
final class TimedInput extends FilterInputStream {

    private static final byte[] NOTHING = {};

    private final long endNanos;
    private volatile boolean unlimited;
    private byte[] ahead = NOTHING;
    private int aheadFrom;
    private int aheadTo;

    TimedInput(InputStream in, long endNanos) {
        super(in);
        this.endNanos = endNanos;
    }

    /** From here on the sender may take its time. */
    void takeYourTime() {
        unlimited = true;
    }

    /**
     * Reads what has come already, without waiting. The container says only whether there is something, not how much.
     *
     * @return true if all the bytes are here
     */
    boolean readAhead(int bytes) throws IOException {
        ahead = new byte[bytes];
        while (aheadTo < bytes && in.available() > 0) {
            int read = in.read(ahead, aheadTo, bytes - aheadTo);
            if (read < 0) {
                return false;
            }
            aheadTo += read;
        }
        return aheadTo == bytes;
    }

    @Override
    public int read() throws IOException {
        check();
        return aheadFrom < aheadTo ? ahead[aheadFrom++] & 0xFF : in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        check();
        if (aheadFrom == aheadTo) {
            return in.read(buffer, offset, wanted);
        }
        int count = Math.min(wanted, aheadTo - aheadFrom);
        System.arraycopy(ahead, aheadFrom, buffer, offset, count);
        aheadFrom += count;
        return count;
    }

    private void check() throws BodyTooSlowException {
        if (!unlimited && System.nanoTime() - endNanos > 0) {
            throw new BodyTooSlowException();
        }
    }
}
