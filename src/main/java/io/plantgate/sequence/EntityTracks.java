package io.plantgate.sequence;

import java.util.ArrayList;
import java.util.List;

/**
 * The memory of one entity: a track for each of its newest generations, in order of first sight. An older generation than
 * those that are kept is forgotten as a whole; if it is heard again it opens anew. Written by one thread.
 */
public final class EntityTracks {

    public static final int GENERATIONS_MAX = 4;

    private final List<Generation> generations;
    private long heardAtMillis;

    /** A generation's name and its track. */
    public record Generation(String name, SequenceTrack track) {
        Generation copy() {
            return new Generation(name, track.copy());
        }

        Generation resized(int windowNumbers) {
            return new Generation(name, SequenceTrack.of(track.toBytes(), windowNumbers));
        }
    }

    public EntityTracks() {
        this(List.of());
    }

    /** @param generations in order of first sight */
    public EntityTracks(List<Generation> generations) {
        this.generations = new ArrayList<>(generations);
    }

    /** In order of first sight. */
    public List<Generation> generations() {
        return List.copyOf(generations);
    }

    public EntityTracks copy() {
        return new EntityTracks(generations.stream().map(Generation::copy).toList()).heardAt(heardAtMillis);
    }

    /** The same with a window of another size; it knows what both sizes hold, and never takes what it forgot for new. */
    public EntityTracks resized(int windowNumbers) {
        return new EntityTracks(
                        generations.stream().map(g -> g.resized(windowNumbers)).toList())
                .heardAt(heardAtMillis);
    }

    /** True if all its tracks have a window of this size. */
    public boolean hasWindow(int windowNumbers) {
        for (Generation generation : generations) {
            if (generation.track().windowNumbers() != windowNumbers) {
                return false;
            }
        }
        return true;
    }

    /** When the entity was heard last, for whoever makes the memory of silent ones smaller; 0 if nobody notes it. */
    public long heardAtMillis() {
        return heardAtMillis;
    }

    public EntityTracks heardAt(long millis) {
        this.heardAtMillis = millis;
        return this;
    }

    /**
     * Answers what the number is in its generation, and remembers it.
     *
     * @param generation the restart generation that the source says it is of; empty for sources without
     */
    public SequenceAnswer offer(SequenceRule rule, String generation, long number) {
        int newest = generations.size() - 1;
        for (int i = newest; i >= 0; i--) {
            if (generations.get(i).name().equals(generation)) {
                return rule.offer(generations.get(i).track(), number).ofGeneration(false, i < newest);
            }
        }
        return rule.offer(open(rule, generation), number).ofGeneration(newest >= 0, false);
    }

    private SequenceTrack open(SequenceRule rule, String generation) {
        if (generations.size() == GENERATIONS_MAX) {
            generations.remove(0);
        }
        SequenceTrack track = SequenceTrack.empty(rule.windowNumbers());
        generations.add(new Generation(generation, track));
        return track;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntityTracks that && generations.equals(that.generations);
    }

    @Override
    public int hashCode() {
        return generations.hashCode();
    }
}
