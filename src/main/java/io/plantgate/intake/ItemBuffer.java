package io.plantgate.intake;

import io.plantgate.event.RawBytes;
import java.security.MessageDigest;
import java.util.Arrays;

/** Collects the bytes of one item; over the bound it keeps a prefix and goes on hashing, so memory stays bounded. */
final class ItemBuffer {

    private static final int SPILL_BYTES = 8 * 1024;

    private final Bounds bounds;
    private byte[] bytes = new byte[512];
    private int size;
    private MessageDigest digest;
    private byte[] spill;
    private int spilled;
    private long length;

    ItemBuffer(Bounds bounds) {
        this.bounds = bounds;
    }

    void append(int b) {
        length++;
        if (digest != null) {
            spill((byte) b);
        } else if (size == bounds.payloadBytesMax()) {
            overflow((byte) b);
        } else {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(bounds.payloadBytesMax(), size * 2));
            }
            bytes[size++] = (byte) b;
        }
    }

    boolean overBound() {
        return digest != null;
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /** Forgets the last bytes; only within the bound. */
    void cut(int newSize) {
        size = newSize;
        length = newSize;
    }

    boolean isBlank() {
        return digest == null && skipSpace(0) == size;
    }

    /** Drops white space of JSON at the end. */
    void trimEnd() {
        int trimmed = size;
        while (digest == null && trimmed > 0 && ByteFeed.isJsonSpace(bytes[trimmed - 1])) {
            trimmed--;
        }
        if (trimmed < size) {
            cut(trimmed);
        }
    }

    /** What was collected; the buffer is empty again. */
    RawBytes take() {
        RawBytes raw = digest == null ? RawBytes.whole(Arrays.copyOf(bytes, size)) : prefix();
        reset();
        return raw;
    }

    void reset() {
        size = 0;
        length = 0;
        digest = null;
        spilled = 0;
    }

    /** A whole array cut to the kept prefix. */
    static RawBytes prefixOf(RawBytes raw, Bounds bounds) {
        int kept = Math.min(raw.kept().length, bounds.rawPrefixBytes());
        return new RawBytes(Arrays.copyOf(raw.kept(), kept), raw.length(), raw.sha256(), raw.cut());
    }

    private int skipSpace(int from) {
        int at = from;
        while (at < size && ByteFeed.isJsonSpace(bytes[at])) {
            at++;
        }
        return at;
    }

    private void overflow(byte b) {
        digest = RawBytes.newSha256();
        digest.update(bytes, 0, size);
        spill = spill == null ? new byte[SPILL_BYTES] : spill;
        spill(b);
    }

    private void spill(byte b) {
        spill[spilled++] = b;
        if (spilled == SPILL_BYTES) {
            digest.update(spill, 0, spilled);
            spilled = 0;
        }
    }

    private RawBytes prefix() {
        digest.update(spill, 0, spilled);
        int kept = Math.min(size, bounds.rawPrefixBytes());
        return new RawBytes(Arrays.copyOf(bytes, kept), length, digest.digest());
    }
}
