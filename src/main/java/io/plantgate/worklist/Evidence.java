package io.plantgate.worklist;

import io.plantgate.event.Delivery;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.ledger.Verdict;

/**
 * What the store keeps of one arrival's bytes and of how they came.
 *
 * @param header the header row of the CSV file it came in, or null
 * @param profile the version of the profile that read it, or null
 * @param decision its first decision
 * @param completed true once a person completed or released it
 */
public record Evidence(
        long arrivalId, Delivery delivery, byte[] header, ProfileVersion profile, Verdict decision, boolean completed) {

    /** Fact of a delivery whose bytes a site's step changed before they were read. */
    private static final String TRANSFORMED = "transformed";

    /** The bytes as a profile reads them again. */
    public KeptArrival kept() {
        return new KeptArrival(delivery.raw().kept(), header, delivery.facts(), profile, null);
    }

    /** False if what was judged cannot be made again from what is kept. */
    public boolean readableAgain() {
        RawBytes raw = delivery.raw();
        return !raw.truncated() && !delivery.facts().containsKey(TRANSFORMED);
    }
}
