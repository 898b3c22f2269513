package io.plantgate.sequence.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.sequence.block.Numbered.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides what the numbers of a batch are. Every entity's row is locked once, in key order, so that the answer is the
 * same on every node; what is remembered of each number is only inserted. Used by one thread.
 */
public final class SequenceBlocks {

    private final Tracks tracks = new Tracks();
    private final Blocks blocks = new Blocks();
    private final Gaps gaps = new Gaps();
    private final Rules rules = new Rules();
    private final Cache<Track.Key, Boolean> made;

    /** @param entriesMax entities whose row is known to be there */
    public SequenceBlocks(int entriesMax) {
        this.made = Caffeine.newBuilder()
                .maximumSize(entriesMax)
                .executor(Runnable::run)
                .build();
    }

    /** Makes rows that are missing. The connection is in auto-commit: an entity without numbers does no harm. */
    public void require(Connection connection, List<Numbered> arrivals) throws SQLException {
        SortedSet<Track.Key> unknown = new TreeSet<>();
        for (Numbered arrival : arrivals) {
            Track.Key key = arrival.key();
            if (made.getIfPresent(key) == null) {
                unknown.add(key);
            }
        }
        if (!unknown.isEmpty()) {
            tracks.make(connection, unknown);
            unknown.forEach(key -> made.put(key, true));
        }
    }

    /**
     * Decides, and writes what the decisions add.
     *
     * @param arrivals in the order of their coming
     * @return an outcome for each
     */
    public List<Outcome> settle(Connection connection, List<Numbered> arrivals, SameReading sameReading)
            throws SQLException {
        SortedSet<Track.Key> keys = new TreeSet<>();
        arrivals.forEach(arrival -> keys.add(arrival.key()));
        SortedMap<Track.Key, Track> locked = tracks.lock(connection, keys);
        Judgement judgement = new Judgement(locked, null, rules, sameReading);
        List<Outcome> outcomes = judgement.judge(arrivals);
        if (!judgement.wanted().isEmpty()) {
            Map<BlockPart.Key, List<BlockPart>> memory = blocks.read(connection, judgement.wanted());
            locked.values().forEach(Track::reset);
            judgement = new Judgement(locked, memory, rules, sameReading);
            outcomes = judgement.judge(arrivals);
        }
        write(connection, locked, judgement);
        return outcomes;
    }

    private void write(Connection connection, SortedMap<Track.Key, Track> locked, Judgement judgement)
            throws SQLException {
        List<Track> risen = new ArrayList<>(locked.size());
        List<BlockPart> parts = new ArrayList<>(locked.size());
        List<Track.Restart> restarts = new ArrayList<>(0);
        for (Track track : locked.values()) {
            if (track.added() > 0) {
                risen.add(track);
                track.collect(parts);
                restarts.addAll(track.restarts());
            }
        }
        if (!risen.isEmpty()) {
            tracks.write(connection, risen);
            blocks.insert(connection, parts);
        }
        gaps.restart(connection, restarts);
        gaps.open(connection, judgement.opened());
        gaps.fill(connection, judgement.filled());
    }

    /** True if this arrival is recorded as a first one of the source. */
    public boolean isRecorded(Connection connection, long sourceId, long arrivalId) throws SQLException {
        return blocks.isRecorded(connection, sourceId, arrivalId);
    }
}
