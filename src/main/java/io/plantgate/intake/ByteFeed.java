package io.plantgate.intake;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** Bytes of a stream, one by one, with a look ahead and a way back. */
final class ByteFeed implements Closeable {

    static final int END = -1;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;
    private long bytesUnread;

    ByteFeed(InputStream in) {
        this.in = in;
    }

    int read() throws IOException {
        if (next == end && !fill()) {
            return END;
        }
        return buffer[next++] & 0xFF;
    }

    int peek() throws IOException {
        if (next == end && !fill()) {
            return END;
        }
        return buffer[next] & 0xFF;
    }

    /** The first byte that is neither white space of JSON nor a byte order mark, within one buffer; nothing is consumed. */
    int peekSignificant() throws IOException {
        int offset = 0;
        while (offset < BUFFER_BYTES) {
            if (next + offset == end && !more()) {
                return END;
            }
            int b = buffer[next + offset] & 0xFF;
            if (!isJsonSpace(b) && !isBomByte(b, offset)) {
                return b;
            }
            offset++;
        }
        return END;
    }

    /** Puts the byte that was read last back in front of what is to be read. */
    void unread(byte last) {
        unread(new byte[] {last}, 0, 1);
    }

    /** Puts the bytes that were read last back in front of what is to be read. */
    void unread(byte[] bytes, int from, int to) {
        int count = to - from;
        bytesUnread += count;
        if (count <= next) {
            next -= count;
            return;
        }
        int rest = end - next;
        byte[] joined = new byte[Math.max(BUFFER_BYTES, count + rest)];
        System.arraycopy(bytes, from, joined, 0, count);
        System.arraycopy(buffer, next, joined, count, rest);
        buffer = joined;
        next = 0;
        end = count + rest;
    }

    /** How many bytes were put back so far. */
    long bytesUnread() {
        return bytesUnread;
    }

    static boolean isJsonSpace(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isBomByte(int b, int offset) {
        return offset == 0 && b == 0xEF || offset == 1 && b == 0xBB || offset == 2 && b == 0xBF;
    }

    private boolean fill() throws IOException {
        next = 0;
        end = 0;
        return more();
    }

    private boolean more() throws IOException {
        if (end == buffer.length) {
            if (next == 0) {
                return false;
            }
            System.arraycopy(buffer, next, buffer, 0, end - next);
            end -= next;
            next = 0;
        }
        int count;
        do {
            count = in.read(buffer, end, buffer.length - end);
        } while (count == 0);
        end += Math.max(0, count);
        return count > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
