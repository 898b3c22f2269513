package io.plantgate.event;

import java.util.Objects;

/**
 * The number of an event of a strictly rising sequence, with what its profile promises about such numbers. The event's
 * identity names the entity as source and the number, as sent, as transitionId.
 *
 * @param number 0 or more, smaller than the modulus
 */
public record Numbering(long number, Terms terms) {

    public Numbering {
        Objects.requireNonNull(terms, "terms");
    }

    /** True if a copy of the event must not be handed on where it comes late. */
    public boolean strict() {
        return terms.order() == Order.STRICT;
    }

    /** The same, with a row for each arrival, whatever the profile keeps. */
    public Numbering keepingAll() {
        return new Numbering(number, terms.keepingAll());
    }

    /**
     * What a profile says about its numbers; one object for all events of a profile.
     *
     * @param modulus one more than the largest number; 0 for numbers that never start again
     * @param windowNumbers how far below the highest number single ones are remembered in the row that is locked
     * @param jumpMax how far ahead of the highest number another is believed
     * @param evidence what is kept of plain first arrivals
     * @param order what becomes of a first arrival that is late
     * @param restarts how a new generation is told
     * @param restartsAt the number with which a restarted source begins; of {@link Restarts#AT_NUMBER} only
     */
    public record Terms(
            long modulus,
            int windowNumbers,
            long jumpMax,
            Evidence evidence,
            Order order,
            Restarts restarts,
            long restartsAt) {

        private Terms keepingAll() {
            return new Terms(modulus, windowNumbers, jumpMax, Evidence.ALL, order, restarts, restartsAt);
        }
    }

    /** What is kept of arrivals. */
    public enum Evidence {
        /** A row for each, with its bytes. */
        ALL,
        /** A row for each that is not a plain first; of those, number, time, id and a short digest. */
        COMPACT
    }

    /** What becomes of a first arrival whose number is not the highest. */
    public enum Order {
        /** Handed on, marked as late. */
        KEEP_LATE,
        /** Recorded, and not handed on: the plain rule {@code seq <= last: drop}, without losing what it drops. */
        STRICT
    }

    /** How a restart generation is told. */
    public enum Restarts {
        /** There are none: a known number with other content is a conflict. */
        NEVER,
        /** Every message names its boot. */
        BOOT_ID,
        /** A birth message names the boot of all that follow it, as Sparkplug's bdSeq and birth time. */
        BIRTH,
        /** Declared by the profile: the source begins again at one number. */
        AT_NUMBER
    }
}
