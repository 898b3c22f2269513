package io.plantgate.sequence;

import io.plantgate.sequence.SequenceAnswer.Kind;

/**
 * What one number of an entity is, against all that came before.
 *
 * <p>It keeps a high-water mark and a window of seen numbers below it. Inside the window it is never wrong, whatever is
 * repeated, lost or mixed; where it cannot know it says so, and takes nothing for a duplicate on a guess. Numbers that
 * start again at a modulus are unrolled to positions: a number stands where it is nearest to the mark, unless that is
 * farther ahead than {@code jumpMax} and farther behind than half the modulus, where nobody can tell. The idea of a
 * bounded jump ahead and a bounded step back is that of RFC 3550, appendix A.1.
 *
 * @param modulus one more than the largest number, e.g. 256; 0 for numbers that never start again
 * @param windowNumbers how far below the mark single numbers are remembered; a power of two, at least 64
 * @param jumpMax how far ahead of the mark a number may be
 */
public record SequenceRule(long modulus, int windowNumbers, long jumpMax) {

    public static final int WINDOW_NUMBERS_MIN = 64;
    public static final int WINDOW_NUMBERS_MAX = 1 << 20;
    public static final int WINDOW_NUMBERS = 1024;
    public static final long JUMP_MAX = 1_000_000;

    public SequenceRule {
        if (modulus != 0 && (modulus < 2 * WINDOW_NUMBERS_MIN || modulus > 1L << 62)) {
            throw new IllegalArgumentException("modulus is " + modulus + "; expected: 0, or 128 to 2^62");
        }
        if (windowNumbers < WINDOW_NUMBERS_MIN
                || windowNumbers > WINDOW_NUMBERS_MAX
                || Integer.bitCount(windowNumbers) != 1) {
            throw new IllegalArgumentException(
                    "windowNumbers is " + windowNumbers + "; expected: a power of two, 64 to " + WINDOW_NUMBERS_MAX);
        }
        if (modulus != 0 && windowNumbers > modulus / 2) {
            throw new IllegalArgumentException("windowNumbers is " + windowNumbers
                    + ", more than half the modulus: such a window could not tell the laps apart");
        }
        if (jumpMax < 1 || modulus != 0 && jumpMax >= modulus / 2) {
            throw new IllegalArgumentException(
                    "jumpMax is " + jumpMax + "; expected: at least 1 and less than half the modulus");
        }
    }

    /** The usual rule for a modulus, or for 0. */
    public static SequenceRule of(long modulus) {
        return modulus == 0
                ? new SequenceRule(0, WINDOW_NUMBERS, JUMP_MAX)
                : new SequenceRule(
                        modulus,
                        (int) Math.min(WINDOW_NUMBERS, Long.highestOneBit(modulus / 2)),
                        Math.min(JUMP_MAX, modulus / 4));
    }

    /** True for a number that this sequence can hold. */
    public boolean holds(long number) {
        return number >= 0 && (modulus == 0 || number < modulus);
    }

    /**
     * Answers what the number is, and remembers it in the track.
     *
     * @throws IllegalArgumentException for a number that the sequence cannot hold
     */
    public SequenceAnswer offer(SequenceTrack track, long number) {
        if (!holds(number)) {
            throw new IllegalArgumentException(number + " is no number of a sequence with the modulus " + modulus);
        }
        if (track.isEmpty()) {
            return begin(track, number);
        }
        return modulus == 0 ? unrolled(track, number) : wrapping(track, number);
    }

    // A lap is left below the first number, so that earlier numbers that come late have positions too.
    private SequenceAnswer begin(SequenceTrack track, long number) {
        long position = number + modulus;
        track.advance(position);
        return SequenceAnswer.of(Kind.FIRST, position);
    }

    private SequenceAnswer unrolled(SequenceTrack track, long number) {
        long ahead = number - track.high();
        if (ahead > jumpMax) {
            return SequenceAnswer.of(Kind.TOO_FAR_AHEAD, SequenceAnswer.NOWHERE);
        }
        return ahead > 0 ? rise(track, number) : look(track, number);
    }

    private SequenceAnswer wrapping(SequenceTrack track, long number) {
        long ahead = Math.floorMod(number - track.high(), modulus);
        if (ahead > 0 && ahead <= jumpMax) {
            return ahead <= Long.MAX_VALUE - track.high()
                    ? rise(track, track.high() + ahead)
                    : SequenceAnswer.of(Kind.TOO_FAR_AHEAD, SequenceAnswer.NOWHERE);
        }
        long behind = ahead == 0 ? 0 : modulus - ahead;
        boolean placed = behind <= modulus / 2 && behind <= track.high();
        return placed
                ? look(track, track.high() - behind)
                : SequenceAnswer.of(Kind.TOO_OLD_TO_TELL, SequenceAnswer.NOWHERE);
    }

    private static SequenceAnswer rise(SequenceTrack track, long position) {
        long expected = track.high() + 1;
        track.advance(position);
        return position == expected
                ? SequenceAnswer.of(Kind.FIRST, position)
                : SequenceAnswer.opening(position, expected, position - 1);
    }

    private static SequenceAnswer look(SequenceTrack track, long position) {
        if (!track.covers(position)) {
            return SequenceAnswer.of(Kind.TOO_OLD_TO_TELL, position);
        }
        if (track.has(position)) {
            return SequenceAnswer.of(Kind.DUPLICATE, position);
        }
        track.add(position);
        return SequenceAnswer.late(position, track.has(position - 1) && track.has(position + 1));
    }
}
