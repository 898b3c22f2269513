package io.plantgate.failure.torture;

import io.plantgate.event.RawBytes;
import java.util.HexFormat;

/**
 * One message of a publisher. Its number stands in the bytes, outside of identity and payload, so that no two
 * publications are alike and each must be found again by its raw hash.
 *
 * @param identity what it is expected to be decided under, {@code source|transitionId|bootId}; null if it has none
 *     and must be kept without; {@link #ANY} if whatever becomes of it is right
 */
record Publication(String name, String identity, byte[] raw) {

    static final String ANY = "any";

    String rawHash() {
        return HexFormat.of().formatHex(RawBytes.sha256(raw));
    }

    @Override
    public String toString() {
        return name;
    }
}
