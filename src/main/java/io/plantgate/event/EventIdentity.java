package io.plantgate.event;

import java.util.Objects;

/**
 * The name under which an event is de-duplicated: the typed tuple (source, transitionId, bootId).
 *
 * <p>It is compared column by column; no separator ever joins the parts and no message hash is in it. The parts are
 * NFC-normalised text without control characters, at most {@value #SOURCE_BYTES_MAX}, {@value #TRANSITION_ID_BYTES_MAX}
 * and {@value #BOOT_ID_BYTES_MAX} bytes of UTF-8. Whoever builds one has checked that ({@link IdentityPart}).
 *
 * @param source who says it and about what, e.g. {@code PUMP-07/Trip}
 * @param transitionId the source's own name for one change of state
 * @param bootId the generation of the controller that counted the transitionId, or {@link #NO_BOOT}
 */
public record EventIdentity(String source, String transitionId, String bootId) implements Comparable<EventIdentity> {

    /** Marker of contracts without boots. A blank is never a value, so no device can send it. */
    public static final String NO_BOOT = "";

    public static final int SOURCE_BYTES_MAX = 200;
    public static final int TRANSITION_ID_BYTES_MAX = 200;
    public static final int BOOT_ID_BYTES_MAX = 100;

    public EventIdentity {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(transitionId, "transitionId");
        Objects.requireNonNull(bootId, "bootId");
    }

    /** The order in which a transaction touches identities, the same on every node, so that batches never deadlock. */
    @Override
    public int compareTo(EventIdentity other) {
        int bySource = source.compareTo(other.source);
        if (bySource != 0) {
            return bySource;
        }
        int byTransition = transitionId.compareTo(other.transitionId);
        return byTransition != 0 ? byTransition : bootId.compareTo(other.bootId);
    }
}
