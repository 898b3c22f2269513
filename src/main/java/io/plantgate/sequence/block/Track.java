package io.plantgate.sequence.block;

import io.plantgate.event.Numbering;
import io.plantgate.sequence.SequenceAnswer;
import io.plantgate.sequence.SequenceRule;
import io.plantgate.sequence.SequenceTrack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An entity's locked row, and what this transaction adds to it. */
final class Track {

    private final Key key;
    private final int storedGeneration;
    private final long storedModulus;
    private final byte[] stored;

    private int generation;
    private SequenceTrack seen;
    private long modulus;
    private long added;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;
    private final Map<BlockPart.Key, List<BlockPart>> parts = new HashMap<>(2);
    private final List<Restart> restarts = new ArrayList<>(0);

    /** Who counts: the order of keys is the order in which every node takes its locks. */
    record Key(long sourceId, String bootId) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int bySource = Long.compare(sourceId, other.sourceId);
            return bySource != 0 ? bySource : bootId.compareTo(other.bootId);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sourceId) + 31 * bootId.hashCode();
        }
    }

    /** A restart without a boot; {@code high}, under that modulus, is where the generation before had come to. */
    record Restart(Key key, int generation, long arrivalId, long high, long modulus) {}

    /**
     * @param modulus that of the stored numbers
     * @param stored the row's track, or null before the first number
     */
    Track(Key key, int generation, long modulus, byte[] stored) {
        this.key = key;
        this.storedGeneration = generation;
        this.storedModulus = modulus;
        this.modulus = modulus;
        this.stored = stored;
        this.generation = generation;
    }

    /** Forgets what this transaction made of it. */
    void reset() {
        generation = storedGeneration;
        modulus = storedModulus;
        seen = null;
        added = 0;
        firstMillis = Long.MAX_VALUE;
        lastMillis = Long.MIN_VALUE;
        parts.clear();
        restarts.clear();
    }

    /** True if any number was seen. */
    boolean isBegun() {
        return seen == null ? stored != null : !seen.isEmpty();
    }

    SequenceAnswer offer(SequenceRule rule, Numbering numbering) {
        open(rule);
        modulus = rule.modulus();
        return rule.offer(seen, numbering.number());
    }

    private void open(SequenceRule rule) {
        if (seen == null) {
            seen = stored == null
                    ? SequenceTrack.empty(rule.windowNumbers())
                    : SequenceTrack.of(stored, rule.windowNumbers());
        }
    }

    /** True if its numbers were unrolled over another modulus than this, so that its positions say nothing here. */
    boolean isOfAnotherModulus(long other) {
        return isBegun() && modulus != other;
    }

    /** From here on a new generation, of which nothing is known. */
    void restart(SequenceRule rule, Numbered by) {
        open(rule);
        generation++;
        restarts.add(new Restart(key, generation, by.arrivalId(), seen.high(), modulus));
        seen = SequenceTrack.empty(rule.windowNumbers());
    }

    /** Remembers a first arrival. */
    void add(long position, Numbered numbered) {
        BlockPart.Key block = BlockPart.Key.of(key, generation, position);
        List<BlockPart> ofBlock = parts.computeIfAbsent(block, any -> new ArrayList<>(1));
        if (ofBlock.isEmpty() || !ofBlock.get(ofBlock.size() - 1).add(position, numbered)) {
            BlockPart part = BlockPart.beginning(block, numbered);
            part.add(position, numbered);
            ofBlock.add(part);
        }
        long millis = numbered.arrivalAt().toEpochMilli();
        firstMillis = Math.min(firstMillis, millis);
        lastMillis = Math.max(lastMillis, millis);
        added++;
    }

    /** What this transaction knows of a position. */
    Optional<BlockPart.Entry> find(int generation, long position) {
        return BlockPart.find(parts.get(BlockPart.Key.of(key, generation, position)), position);
    }

    Key key() {
        return key;
    }

    int generation() {
        return generation;
    }

    /** The highest position; -1 before the first. */
    long high() {
        if (seen != null) {
            return seen.high();
        }
        return stored == null ? -1 : SequenceTrack.highOf(stored);
    }

    long modulus() {
        return modulus;
    }

    byte[] bytes() {
        return seen.toBytes();
    }

    long added() {
        return added;
    }

    long firstMillis() {
        return firstMillis;
    }

    long lastMillis() {
        return lastMillis;
    }

    List<Restart> restarts() {
        return restarts;
    }

    void collect(List<BlockPart> all) {
        parts.values().forEach(all::addAll);
    }
}
