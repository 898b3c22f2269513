package io.plantgate.sequence;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The memory of one entity's generation: its highest position, and which of the positions below it were seen. Written by
 * one thread.
 */
public final class SequenceTrack {

    private static final long EMPTY = -1;
    private static final int HEADER_LONGS = 2;

    private final long[] seen;
    /** Below it nothing is known: the window was smaller once. */
    private final long floor;

    private long high;

    private SequenceTrack(long high, long floor, long[] seen) {
        this.high = high;
        this.floor = floor;
        this.seen = seen;
    }

    /**
     * A track that has seen nothing.
     *
     * @param windowNumbers a power of two, at least 64
     */
    public static SequenceTrack empty(int windowNumbers) {
        return new SequenceTrack(EMPTY, 0, new long[windowNumbers / Long.SIZE]);
    }

    /** A track from its bytes; the window may have another size now, then it knows what both sizes hold. */
    public static SequenceTrack of(byte[] bytes, int windowNumbers) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        SequenceTrack kept =
                new SequenceTrack(in.getLong(), in.getLong(), new long[bytes.length / Long.BYTES - HEADER_LONGS]);
        in.asLongBuffer().get(kept.seen);
        return kept.windowNumbers() == windowNumbers ? kept : kept.resized(windowNumbers);
    }

    /** The highest position of a track that stands in these bytes. */
    public static long highOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** Two numbers of eight bytes and a bit for each number of the window. */
    public byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES * (HEADER_LONGS + seen.length))
                .putLong(high)
                .putLong(floor);
        out.asLongBuffer().put(seen);
        return out.array();
    }

    public SequenceTrack copy() {
        return new SequenceTrack(high, floor, seen.clone());
    }

    public boolean isEmpty() {
        return high == EMPTY;
    }

    /** The highest position that was seen. */
    public long high() {
        return high;
    }

    public int windowNumbers() {
        return seen.length * Long.SIZE;
    }

    /** True if the track can tell whether it has seen this position. */
    boolean covers(long position) {
        return position <= high && position > high - windowNumbers() && position >= floor;
    }

    /** True if the position was seen; of one that is not covered it is false. */
    boolean has(long position) {
        return covers(position) && (seen[word(position)] & 1L << position) != 0;
    }

    void add(long position) {
        seen[word(position)] |= 1L << position;
    }

    /** Makes this position the highest; what lies between was not seen. */
    void advance(long position) {
        if (isEmpty() || position - high >= windowNumbers()) {
            Arrays.fill(seen, 0);
        } else {
            for (long between = high + 1; between < position; between++) {
                seen[word(between)] &= ~(1L << between);
            }
        }
        high = position;
        add(position);
    }

    private SequenceTrack resized(int windowNumbers) {
        long known = Math.max(floor, high - windowNumbers() + 1);
        SequenceTrack resized = new SequenceTrack(high, Math.max(0, known), new long[windowNumbers / Long.SIZE]);
        for (long position = high; position > high - windowNumbers && covers(position); position--) {
            if (has(position)) {
                resized.add(position);
            }
        }
        return resized;
    }

    private int word(long position) {
        return (int) (position >> 6) & seen.length - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SequenceTrack that
                && high == that.high
                && floor == that.floor
                && Arrays.equals(seen, that.seen);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Arrays.hashCode(seen);
    }
}
