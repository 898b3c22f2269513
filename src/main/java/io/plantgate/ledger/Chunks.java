package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The numbered chunks of imports; a chunk's row is there if and only if its arrivals are. */
final class Chunks {

    private static final String CLAIM = """
            insert into import_chunk (import_id, chunk_no, rows) values (?, ?, ?)
            on conflict do nothing""";
    private static final String COUNT = """
            update import_chunk set canonical = ?, duplicate = ?, conflict = ?, incomplete = ?, quarantined = ?
             where import_id = ? and chunk_no = ?""";

    /** True if the chunk is this transaction's to record; false if it was recorded before. */
    boolean claim(Connection connection, Unit.Chunk chunk, int rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            statement.setLong(1, chunk.importId());
            statement.setLong(2, chunk.chunkNo());
            statement.setInt(3, rows);
            return statement.executeUpdate() == 1;
        }
    }

    /** Writes down how the chunk's arrivals were decided. */
    void count(Connection connection, Unit.Chunk chunk, List<Draft> drafts) throws SQLException {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        drafts.forEach(draft -> counts.merge(draft.verdict, 1, Integer::sum));
        try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
            for (Verdict verdict : Verdict.values()) {
                statement.setInt(verdict.ordinal() + 1, counts.getOrDefault(verdict, 0));
            }
            statement.setLong(6, chunk.importId());
            statement.setLong(7, chunk.chunkNo());
            statement.executeUpdate();
        }
    }
}
