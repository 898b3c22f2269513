package io.plantgate.sequence.block;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What one transaction adds to a block of {@value #POSITIONS} positions: 14 bytes a number. */
final class BlockPart {

    static final int POSITIONS = 1024;

    /** Ids in a part lie this near to its first one, so that one of them can be looked for; see {@code sequence_first}. */
    private static final int ID_DISTANCE_MAX = 20_000;

    private static final int NUMBER_BYTES = Short.BYTES + 3 * Integer.BYTES;

    private final Key key;
    private final long arrivalId;
    private final long arrivalAtMillis;
    private final int profileVersion;
    private final short canonVersion;
    private ByteBuffer numbers;

    /** The block that a position is in. */
    record Key(Track.Key track, long blockNo, int generation) {
        static Key of(Track.Key track, int generation, long position) {
            return new Key(track, position / POSITIONS, generation);
        }
    }

    /** What is known of one number. */
    record Entry(long arrivalId, Instant arrivalAt, int digest, int profileVersion, short canonVersion) {}

    private BlockPart(
            Key key, long arrivalId, long millis, int profileVersion, short canonVersion, ByteBuffer numbers) {
        this.key = key;
        this.arrivalId = arrivalId;
        this.arrivalAtMillis = millis;
        this.profileVersion = profileVersion;
        this.canonVersion = canonVersion;
        this.numbers = numbers;
    }

    /** A part that begins with this arrival. */
    static BlockPart beginning(Key key, Numbered first) {
        return new BlockPart(
                key,
                first.arrivalId(),
                first.arrivalAt().toEpochMilli(),
                first.profileVersion(),
                first.payload().canonVersion(),
                ByteBuffer.allocate(4 * NUMBER_BYTES));
    }

    /** A part from its row. */
    static BlockPart stored(
            Key key, long arrivalId, Instant arrivalAt, int profileVersion, short canonVersion, byte[] numbers) {
        ByteBuffer filled = ByteBuffer.wrap(numbers).position(numbers.length);
        return new BlockPart(key, arrivalId, arrivalAt.toEpochMilli(), profileVersion, canonVersion, filled);
    }

    /** Adds a number; false if it does not fit beside those that are there and needs a part of its own. */
    boolean add(long position, Numbered numbered) {
        long id = numbered.arrivalId() - arrivalId;
        long millis = numbered.arrivalAt().toEpochMilli() - arrivalAtMillis;
        if (Math.abs(id) > ID_DISTANCE_MAX
                || millis != (int) millis
                || numbered.profileVersion() != profileVersion
                || numbered.payload().canonVersion() != canonVersion) {
            return false;
        }
        if (!numbers.hasRemaining()) {
            numbers = ByteBuffer.allocate(2 * numbers.capacity()).put(numbers.flip());
        }
        numbers.putShort((short) (position % POSITIONS))
                .putInt(numbered.digest())
                .putInt((int) id)
                .putInt((int) millis);
        return true;
    }

    /** What any of the parts, or null, knows of a position. */
    static Optional<Entry> find(List<BlockPart> parts, long position) {
        return parts == null
                ? Optional.empty()
                : parts.stream()
                        .map(part -> part.find(position))
                        .flatMap(Optional::stream)
                        .findFirst();
    }

    Optional<Entry> find(long position) {
        short wanted = (short) (position % POSITIONS);
        for (int at = 0; at < numbers.position(); at += NUMBER_BYTES) {
            if (numbers.getShort(at) == wanted) {
                return Optional.of(entry(at + Short.BYTES));
            }
        }
        return Optional.empty();
    }

    boolean holds(long wantedArrivalId) {
        for (int at = 0; at < numbers.position(); at += NUMBER_BYTES) {
            if (arrivalId + numbers.getInt(at + Short.BYTES + Integer.BYTES) == wantedArrivalId) {
                return true;
            }
        }
        return false;
    }

    private Entry entry(int at) {
        return new Entry(
                arrivalId + numbers.getInt(at + Integer.BYTES),
                Instant.ofEpochMilli(arrivalAtMillis + numbers.getInt(at + 2 * Integer.BYTES)),
                numbers.getInt(at),
                profileVersion,
                canonVersion);
    }

    Key key() {
        return key;
    }

    long arrivalId() {
        return arrivalId;
    }

    long arrivalAtMillis() {
        return arrivalAtMillis;
    }

    int profileVersion() {
        return profileVersion;
    }

    short canonVersion() {
        return canonVersion;
    }

    byte[] numbers() {
        return Arrays.copyOf(numbers.array(), numbers.position());
    }
}
