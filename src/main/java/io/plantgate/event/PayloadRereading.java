package io.plantgate.event;

import java.util.Optional;

/** Hashes an older arrival's bytes the way a newer profile does, so that the two can be compared. */
public interface PayloadRereading {

    /**
     * Reads the first arrival's kept bytes again.
     *
     * @param first what is kept of the first arrival
     * @param under the version of the profile that read the newer arrival
     * @return its payload under that version, or empty if those bytes cannot be read so any more
     */
    Optional<Payload> reread(KeptArrival first, ProfileVersion under);

    /**
     * What the store keeps of an arrival's bytes.
     *
     * @param raw the bytes, whole
     * @param header the header row of the CSV file it came in, or null
     * @param facts what the transport said
     * @param profile the profile that read it then
     * @param identity the identity that it was given then
     */
    record KeptArrival(
            byte[] raw,
            byte[] header,
            java.util.Map<String, String> facts,
            ProfileVersion profile,
            EventIdentity identity) {}
}
