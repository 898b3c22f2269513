package io.plantgate.event;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Evidence of what an event says, without its name: SHA-256 over the canonical form of the profile's payload fields.
 *
 * @param hash 32 bytes
 * @param canonVersion version of the {@link CanonicalForm} that was hashed
 */
public record Payload(byte[] hash, short canonVersion) {

    /** Equal content, provided that both were made under one {@link ProfileVersion#digest()}. */
    public boolean sameAs(Payload other) {
        return canonVersion == other.canonVersion && Arrays.equals(hash, other.hash);
    }

    public String hashHex() {
        return HexFormat.of().formatHex(hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && sameAs(that);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        return "Payload[v" + canonVersion + " " + hashHex() + "]";
    }
}
