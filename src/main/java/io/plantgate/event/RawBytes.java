package io.plantgate.event;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What came in, byte for byte.
 *
 * @param kept the bytes as they came, or the first of them where they were over the bound; never changed by anyone
 * @param length how many bytes were read, at least {@code kept.length}
 * @param sha256 SHA-256 over all bytes that were read, kept or not
 * @param cut true if more came than was read
 */
public record RawBytes(byte[] kept, long length, byte[] sha256, boolean cut) {

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(RawBytes::newSha256);

    /** All that came was read. */
    public RawBytes(byte[] kept, long length, byte[] sha256) {
        this(kept, length, sha256, false);
    }

    /** All of the bytes, hashed here. */
    public static RawBytes whole(byte[] bytes) {
        return new RawBytes(bytes, bytes.length, sha256(bytes));
    }

    /** True if only a prefix was kept. */
    public boolean truncated() {
        return cut || length > kept.length;
    }

    public String sha256Hex() {
        return HexFormat.of().formatHex(sha256);
    }

    /** SHA-256 (FIPS 180-4) of the bytes. */
    public static byte[] sha256(byte[] bytes) {
        return SHA_256.get().digest(bytes);
    }

    /** SHA-256 of a part of the bytes. */
    public static byte[] sha256(byte[] bytes, int offset, int length) {
        MessageDigest digest = SHA_256.get();
        digest.update(bytes, offset, length);
        return digest.digest();
    }

    /** A digest of its own, for bytes that come in pieces. */
    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is required of every Java platform", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawBytes that && length == that.length && Arrays.equals(sha256, that.sha256);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sha256);
    }

    @Override
    public String toString() {
        return "RawBytes[" + length + " bytes, sha256 " + sha256Hex() + "]";
    }
}
