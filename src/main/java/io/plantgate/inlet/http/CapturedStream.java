package io.plantgate.inlet.http;

import io.plantgate.event.RawBytes;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Keeps the first bytes that pass and hashes all of them. Ends at a bound, so that nobody reads for ever; then the hash
 * covers what was read.
 */
final class CapturedStream extends FilterInputStream {

    private final MessageDigest sha256 = RawBytes.newSha256();
    private final int keptMax;
    private final long readMax;
    private byte[] kept = new byte[512];
    private int keptLength;
    private long length;
    private boolean cut;

    CapturedStream(InputStream in, int keptMax, long readMax) {
        super(in);
        this.keptMax = keptMax;
        this.readMax = readMax;
    }

    /** Reads to the end or to the bound. */
    void drain() throws IOException {
        byte[] buffer = new byte[8192];
        int read = read(buffer, 0, buffer.length);
        while (read >= 0) {
            read = read(buffer, 0, buffer.length);
        }
    }

    /** What passed so far. To be asked once. */
    RawBytes captured() {
        return new RawBytes(Arrays.copyOf(kept, keptLength), length, sha256.digest(), cut);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        if (length >= readMax) {
            // One byte beyond tells a body that just fits from one that goes on.
            cut = cut || in.read() >= 0;
            return -1;
        }
        int read = in.read(buffer, offset, (int) Math.min(wanted, readMax - length));
        if (read > 0) {
            sha256.update(buffer, offset, read);
            keep(buffer, offset, read);
            length += read;
        }
        return read;
    }

    private void keep(byte[] buffer, int offset, int read) {
        int more = Math.min(read, keptMax - keptLength);
        if (keptLength + more > kept.length) {
            kept = Arrays.copyOf(kept, Math.min(keptMax, Math.max(keptLength + more, 2 * kept.length)));
        }
        System.arraycopy(buffer, offset, kept, keptLength, more);
        keptLength += more;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
