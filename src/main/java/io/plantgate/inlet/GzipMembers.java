package io.plantgate.inlet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip (RFC 1952), member by member, in constant memory. Its end is the end of the last member and of the packed
 * bytes alike: anything behind a member is another member, or zero bytes up to the end as tapes and block devices add
 * them. {@link java.util.zip.GZIPInputStream} takes whatever else stands there for the end, and rows would be lost.
 *
 * <p>Throws {@link EOFException} where the bytes are cut off and {@link ZipException} where they are damaged, after what
 * came before was given out.
 */
public final class GzipMembers extends InputStream {

    // A short body of blanks may shrink more than any bound on the ratio: it does no harm.
    private static final long RATIO_GRACE_BYTES = 16L * 1024 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;
    private static final int END = -1;

    private final InputStream packed;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 contentCrc = new CRC32();
    private final CRC32 headerCrc = new CRC32();
    private int next;
    private int end;
    private long packedBytes;
    private long unpackedBytes;
    private boolean ended;
    private boolean closed;

    /**
     * Reads the header of the first member.
     *
     * @param packed closed by {@link #close()}
     * @throws ZipException if this is no gzip
     * @throws EOFException if it ends within the header
     */
    public GzipMembers(InputStream packed) throws IOException {
        this.packed = packed;
        header(octet());
    }

    /** True if more came out than so many bytes per packed byte; never within the first 16 MiB. */
    public boolean denserThan(int ratioMax) {
        return unpackedBytes > RATIO_GRACE_BYTES && unpackedBytes / ratioMax > packedBytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? END : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            int count = inflate(bytes, offset, length);
            if (count > 0) {
                return count;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsInput()) {
                feed();
            } else {
                throw new ZipException("a preset dictionary is asked for");
            }
        }
        return END;
    }

    private int inflate(byte[] bytes, int offset, int length) throws IOException {
        if (closed) {
            throw new IOException("this stream was closed");
        }
        try {
            int count = inflater.inflate(bytes, offset, length);
            contentCrc.update(bytes, offset, count);
            unpackedBytes += count;
            return count;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage() == null ? "invalid compressed bytes" : e.getMessage());
        }
    }

    private void feed() throws IOException {
        if (next == end && !fill()) {
            throw new EOFException("cut off within a member");
        }
        inflater.setInput(buffer, next, end - next);
        next = end;
    }

    private void endMember() throws IOException {
        next = end - inflater.getRemaining();
        if (number(4) != contentCrc.getValue()) {
            throw new ZipException("the check sum of a member is wrong");
        }
        if (number(4) != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("the length of a member is wrong");
        }
        int behind = octetOrEnd();
        if (behind <= 0) {
            onlyZeros(behind);
            ended = true;
        } else {
            inflater.reset();
            contentCrc.reset();
            header(behind);
        }
    }

    private void onlyZeros(int first) throws IOException {
        int octet = first;
        while (octet == 0) {
            octet = octetOrEnd();
        }
        if (octet != END) {
            throw new ZipException("something that is no member stands behind a member");
        }
    }

    private void header(int first) throws IOException {
        headerCrc.reset();
        headerCrc.update(first);
        if (first != 0x1F || headerOctet() != 0x8B || headerOctet() != DEFLATE) {
            throw new ZipException("no member of gzip begins where one is expected");
        }
        int flags = headerOctet();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("the header of a member has unknown flags");
        }
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(headerOctet() | headerOctet() << 8);
        }
        skipText((flags & NAME) != 0);
        skipText((flags & COMMENT) != 0);
        if ((flags & HEADER_CRC) != 0 && (headerCrc.getValue() & 0xFFFF) != number(2)) {
            throw new ZipException("the check sum of a member's header is wrong");
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            headerOctet();
        }
    }

    private void skipText(boolean present) throws IOException {
        int octet = present ? headerOctet() : 0;
        while (octet != 0) {
            octet = headerOctet();
        }
    }

    private int headerOctet() throws IOException {
        int octet = octet();
        headerCrc.update(octet);
        return octet;
    }

    // Little-endian.
    private long number(int octets) throws IOException {
        long number = 0;
        for (int i = 0; i < octets; i++) {
            number |= (long) octet() << 8 * i;
        }
        return number;
    }

    private int octet() throws IOException {
        int octet = octetOrEnd();
        if (octet == END) {
            throw new EOFException("cut off within the header or the end of a member");
        }
        return octet;
    }

    private int octetOrEnd() throws IOException {
        return next == end && !fill() ? END : buffer[next++] & 0xFF;
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, packed.read(buffer, 0, buffer.length));
        packedBytes += end;
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            inflater.end();
        }
        packed.close();
    }
}
