package io.plantgate.event;

import java.util.Objects;
import java.util.Set;

/** What a profile made of one arrival's bytes: an event, or a reason why not. */
public sealed interface Reading permits Event, Reading.Incomplete, Reading.Undecodable {

    /**
     * Readable, but its identity cannot be determined. Nothing is invented; what is known is kept.
     *
     * @param source the source, or null
     * @param transitionId the transitionId, or null
     * @param bootId the bootId, or null
     * @param sourceTime the source's own time, or null
     * @param payload evidence of what it says
     */
    record Incomplete(
            String source,
            String transitionId,
            String bootId,
            SourceTime sourceTime,
            Payload payload,
            Set<Flag> flags,
            Reason reason)
            implements Reading {
        public Incomplete {
            flags = Set.copyOf(flags);
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Not readable, over a bound, or not allowed. */
    record Undecodable(Reason reason) implements Reading {
        public Undecodable {
            Objects.requireNonNull(reason, "reason");
        }

        public static Undecodable because(ReasonCode code, String detail) {
            return new Undecodable(new Reason(code, detail));
        }
    }
}
