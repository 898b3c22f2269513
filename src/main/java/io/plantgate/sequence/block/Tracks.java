package io.plantgate.sequence.block;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes, locks and writes the entities' rows. */
final class Tracks {

    private static final String MAKE = """
            insert into sequence_track (source_id, boot_id)
            select k.source_id, k.boot_id from unnest(?::bigint[], ?::text[]) as k(source_id, boot_id)
            on conflict do nothing""";

    // Locked in key order, so that no two transactions wait for each other.
    private static final String LOCK = """
            select t.source_id, t.boot_id, t.generation, t.modulus, t.track
              from unnest(?::bigint[], ?::text[]) as k(source_id, boot_id)
              join sequence_track t on t.source_id = k.source_id and t.boot_id = k.boot_id
             order by t.source_id, t.boot_id
               for no key update of t""";

    private static final String WRITE = """
            update sequence_track t
               set generation = k.generation, modulus = k.modulus, high = k.high, numbers = t.numbers + k.added,
                   first_arrival_at = least(t.first_arrival_at, timestamptz 'epoch' + k.first_ms * interval '1 millisecond'),
                   last_arrival_at = greatest(t.last_arrival_at, timestamptz 'epoch' + k.last_ms * interval '1 millisecond'),
                   track = k.track
              from unnest(?::bigint[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                          ?::bigint[], ?::bytea[])
                   as k(source_id, boot_id, generation, modulus, high, added, first_ms, last_ms, track)
             where t.source_id = k.source_id and t.boot_id = k.boot_id""";

    /** Makes the rows that are missing. */
    void make(Connection connection, Collection<Track.Key> keys) throws SQLException {
        List<Track.Key> inKeyOrder = keys.stream().sorted().toList();
        try (PreparedStatement statement = connection.prepareStatement(MAKE)) {
            bind(connection, statement, inKeyOrder);
            statement.executeUpdate();
        }
    }

    /** The rows, locked until the end of the transaction. */
    SortedMap<Track.Key, Track> lock(Connection connection, SortedSet<Track.Key> keys) throws SQLException {
        SortedMap<Track.Key, Track> locked = read(connection, keys);
        if (locked.size() < keys.size()) {
            SortedSet<Track.Key> missing = new TreeSet<>(keys);
            missing.removeAll(locked.keySet());
            make(connection, missing);
            locked.putAll(read(connection, missing));
        }
        return locked;
    }

    private static SortedMap<Track.Key, Track> read(Connection connection, SortedSet<Track.Key> keys)
            throws SQLException {
        SortedMap<Track.Key, Track> locked = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            bind(connection, statement, new ArrayList<>(keys));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Track.Key key = new Track.Key(row.getLong(1), row.getString(2));
                    locked.put(key, new Track(key, row.getInt(3), row.getLong(4), row.getBytes(5)));
                }
            }
        }
        return locked;
    }

    private static void bind(Connection connection, PreparedStatement statement, List<Track.Key> keys)
            throws SQLException {
        statement.setArray(1, Columns.bigints(connection, keys, Track.Key::sourceId));
        statement.setArray(2, Columns.texts(connection, keys, Track.Key::bootId));
    }

    void write(Connection connection, List<Track> tracks) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setArray(
                    1, Columns.bigints(connection, tracks, track -> track.key().sourceId()));
            statement.setArray(
                    2, Columns.texts(connection, tracks, track -> track.key().bootId()));
            statement.setArray(3, Columns.integers(connection, tracks, Track::generation));
            statement.setArray(4, Columns.bigints(connection, tracks, Track::modulus));
            statement.setArray(5, Columns.bigints(connection, tracks, Track::high));
            statement.setArray(6, Columns.bigints(connection, tracks, Track::added));
            statement.setArray(7, Columns.bigints(connection, tracks, Track::firstMillis));
            statement.setArray(8, Columns.bigints(connection, tracks, Track::lastMillis));
            statement.setArray(9, Columns.bytes(connection, tracks, Track::bytes));
            statement.executeUpdate();
        }
    }
}
