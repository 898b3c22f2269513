package io.plantgate.event;

import java.util.Objects;

/**
 * One text under which a profile judged.
 *
 * @param profile the profile's name
 * @param digest hex SHA-256 over everything in the profile that decides a payload hash: field types, units, which fields
 *     are payload. Hashes compare only under equal digests.
 * @param definition the profile's text, kept for those who must prove later how an arrival was judged
 */
public record ProfileVersion(String profile, String digest, String definition) {

    public ProfileVersion {
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(digest, "digest");
        Objects.requireNonNull(definition, "definition");
    }

    /** Versions are looked up on the hot path, where they are mostly one and the same object. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof ProfileVersion that
                        && profile.equals(that.profile)
                        && digest.equals(that.digest)
                        && definition.equals(that.definition);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }
}
