package io.plantgate.sequence.block;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes and reads what is known of first arrivals. */
final class Blocks {

    private static final String INSERT = """
            insert into sequence_block
                   (source_id, boot_id, block_no, generation, arrival_id, arrival_at, profile_version, canon_version, numbers)
            select k.source_id, k.boot_id, k.block_no, k.generation, k.arrival_id,
                   timestamptz 'epoch' + k.arrival_ms * interval '1 millisecond', k.profile_version, k.canon_version, k.numbers
              from unnest(?::bigint[], ?::text[], ?::bigint[], ?::integer[], ?::bigint[], ?::bigint[], ?::integer[],
                          ?::integer[], ?::bytea[])
                   as k(source_id, boot_id, block_no, generation, arrival_id, arrival_ms, profile_version, canon_version,
                        numbers)""";

    private static final String READ = """
            select b.source_id, b.boot_id, b.block_no, b.generation, b.arrival_id, b.arrival_at, b.profile_version,
                   b.canon_version, b.numbers
              from unnest(?::bigint[], ?::text[], ?::bigint[]) as k(source_id, boot_id, block_no)
              join sequence_block b
                on b.source_id = k.source_id and b.boot_id = k.boot_id and b.block_no = k.block_no""";

    private static final String FIND = """
            select b.source_id, b.boot_id, b.block_no, b.generation, b.arrival_id, b.arrival_at, b.profile_version,
                   b.canon_version, b.numbers
              from sequence_block b where b.source_id = ? and b.arrival_id between ? - 2147483647 and ? + 2147483647""";

    void insert(Connection connection, List<BlockPart> parts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setArray(1, Columns.bigints(connection, parts, part -> part.key()
                    .track()
                    .sourceId()));
            statement.setArray(
                    2,
                    Columns.texts(connection, parts, part -> part.key().track().bootId()));
            statement.setArray(
                    3, Columns.bigints(connection, parts, part -> part.key().blockNo()));
            statement.setArray(
                    4, Columns.integers(connection, parts, part -> part.key().generation()));
            statement.setArray(5, Columns.bigints(connection, parts, BlockPart::arrivalId));
            statement.setArray(6, Columns.bigints(connection, parts, BlockPart::arrivalAtMillis));
            statement.setArray(7, Columns.integers(connection, parts, BlockPart::profileVersion));
            statement.setArray(8, Columns.integers(connection, parts, BlockPart::canonVersion));
            statement.setArray(9, Columns.bytes(connection, parts, BlockPart::numbers));
            statement.executeUpdate();
        }
    }

    /** All generations of the wanted blocks. */
    Map<BlockPart.Key, List<BlockPart>> read(Connection connection, Collection<BlockPart.Key> wanted)
            throws SQLException {
        List<BlockPart.Key> keys = wanted.stream()
                .map(key -> new BlockPart.Key(key.track(), key.blockNo(), 0))
                .distinct()
                .toList();
        Map<BlockPart.Key, List<BlockPart>> known = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setArray(
                    1, Columns.bigints(connection, keys, key -> key.track().sourceId()));
            statement.setArray(
                    2, Columns.texts(connection, keys, key -> key.track().bootId()));
            statement.setArray(3, Columns.bigints(connection, keys, BlockPart.Key::blockNo));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    BlockPart part = part(row);
                    known.computeIfAbsent(part.key(), any -> new ArrayList<>(1)).add(part);
                }
            }
        }
        return known;
    }

    /** True if this arrival is recorded as a first one of the source. */
    boolean isRecorded(Connection connection, long sourceId, long arrivalId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setLong(1, sourceId);
            statement.setLong(2, arrivalId);
            statement.setLong(3, arrivalId);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    if (part(row).holds(arrivalId)) {
                        return true;
                    }
                }
                return false;
            }
        }
    }

    private static BlockPart part(ResultSet row) throws SQLException {
        Track.Key track = new Track.Key(row.getLong(1), row.getString(2));
        return BlockPart.stored(
                new BlockPart.Key(track, row.getLong(3), row.getInt(4)),
                row.getLong(5),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                row.getInt(7),
                row.getShort(8),
                row.getBytes(9));
    }
}
