package io.plantgate.sequence.block;

import io.plantgate.event.Numbering;
import io.plantgate.event.Payload;
import io.plantgate.event.ReasonCode;
import java.time.Instant;

/**
 * One arrival of a sequence on its way through a transaction.
 *
 * @param bootId empty for sources without
 * @param ofPerson a person has looked at it: an unlikely number is believed
 */
public record Numbered(
        long arrivalId,
        Instant arrivalAt,
        long sourceId,
        String bootId,
        Numbering numbering,
        Payload payload,
        int profileVersion,
        boolean ofPerson) {

    Track.Key key() {
        return new Track.Key(sourceId, bootId);
    }

    /** The first four bytes of the payload's hash. */
    int digest() {
        byte[] hash = payload.hash();
        return hash[0] << 24 | (hash[1] & 0xFF) << 16 | (hash[2] & 0xFF) << 8 | hash[3] & 0xFF;
    }

    /** What it turned out to be. */
    public sealed interface Outcome {

        /**
         * Not there before.
         *
         * @param late lower than the highest number of its generation
         * @param plain the very next number
         */
        record First(boolean late, boolean plain) implements Outcome {}

        /**
         * There before.
         *
         * @param canonicalId the first arrival
         * @param firstArrivalAt when that came
         * @param digest what is known of its payload
         * @param same whether both say the same; true if that cannot be compared
         * @param verified false if it cannot be compared
         */
        record Known(long canonicalId, Instant firstArrivalAt, Payload digest, boolean same, boolean verified)
                implements Outcome {}

        /** Whether it was there before cannot be told. */
        record Untold(ReasonCode code, long highest) implements Outcome {}
    }
}
