package io.plantgate.sequence;

/**
 * What one number turned out to be.
 *
 * @param position the number, unrolled over its laps; {@link #NOWHERE} if it has none
 * @param gapFrom first position of the gap that this number opened; larger than {@code gapTo} if it opened none
 * @param gapTo last position of that gap
 * @param closesGap the last missing number of its hole
 * @param opensGeneration the first number of a generation that was not known
 * @param olderGeneration of a generation that is known and is not the entity's newest
 */
public record SequenceAnswer(
        Kind kind,
        long position,
        long gapFrom,
        long gapTo,
        boolean closesGap,
        boolean opensGeneration,
        boolean olderGeneration) {

    /** Stands for the position of a number that cannot be placed. */
    public static final long NOWHERE = -1;

    /** The words for an answer. */
    public enum Kind {
        /** Higher than all before. */
        FIRST,
        /** Seen before. */
        DUPLICATE,
        /** Lower than the highest, and not seen before. */
        LATE_FIRST,
        /** Below the window, or farther from the mark than can be told: only a complete memory knows, if at all. */
        TOO_OLD_TO_TELL,
        /** Farther ahead than the profile's bound: a fault of the number, or a restart that nobody announced. */
        TOO_FAR_AHEAD
    }

    static SequenceAnswer of(Kind kind, long position) {
        return new SequenceAnswer(kind, position, 0, -1, false, false, false);
    }

    static SequenceAnswer opening(long position, long gapFrom, long gapTo) {
        return new SequenceAnswer(Kind.FIRST, position, gapFrom, gapTo, false, false, false);
    }

    static SequenceAnswer late(long position, boolean closesGap) {
        return new SequenceAnswer(Kind.LATE_FIRST, position, 0, -1, closesGap, false, false);
    }

    SequenceAnswer ofGeneration(boolean opens, boolean older) {
        return opens || older ? new SequenceAnswer(kind, position, gapFrom, gapTo, closesGap, opens, older) : this;
    }

    /** True for a number that was never seen before. */
    public boolean isFirst() {
        return kind == Kind.FIRST || kind == Kind.LATE_FIRST;
    }

    /** True if it would step a track back: below the mark, or of an older generation. */
    public boolean isLate() {
        return kind == Kind.LATE_FIRST || olderGeneration;
    }

    public boolean opensGap() {
        return gapTo >= gapFrom;
    }
}
