package io.plantgate.inlet.file;

import io.plantgate.inlet.file.ImportRow.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The rows that say what became of each claimed file. */
final class Imports {

    private static final String CLAIM = """
            insert into import (inlet, node, profile, file_name, file_bytes, chunk_rows, started_at)
            values (:inlet, :node, :profile, :fileName, :fileBytes, :chunkRows, :startedAt)
            returning import_id
            """;

    private static final String FIND = """
            select import_id, inlet, node, file_name, file_bytes, chunk_rows, started_at, state, reason
              from import where import_id = :importId
            """;

    private static final String RUNNING =
            "select import_id from import where inlet = :inlet and node = :node and state = 'RUNNING'";

    private static final String RECORDED_CHUNKS = "select chunk_no from import_chunk where import_id = :importId";

    private static final String KEEP_HEADER = "update import set header = :header where import_id = :importId";

    // Only a running import is settled: what was said of a file once is never said otherwise.
    private static final String SETTLE = """
            update import set state = :state, reason = :reason, finished_at = clock_timestamp()
             where import_id = :importId and state = 'RUNNING'
            """;

    private static final String TAKE_OVER = "update import set node = :node where import_id = :importId";

    private static final String FORGET = """
            delete from import i where i.import_id = :importId
               and not exists (select from import_chunk c where c.import_id = i.import_id)
            """;

    private final JdbcClient jdbc;

    Imports(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Announces a file that is about to be claimed. */
    long claim(String inlet, String node, String profile, String fileName, long fileBytes, int chunkRows, Instant at) {
        return jdbc.sql(CLAIM)
                .param("inlet", inlet)
                .param("node", node)
                .param("profile", profile)
                .param("fileName", fileName)
                .param("fileBytes", fileBytes)
                .param("chunkRows", chunkRows)
                .param("startedAt", at.atOffset(ZoneOffset.UTC))
                .query(Long.class)
                .single();
    }

    Optional<ImportRow> find(long importId) {
        return jdbc.sql(FIND).param("importId", importId).query(Imports::row).optional();
    }

    List<Long> running(String inlet, String node) {
        return jdbc.sql(RUNNING)
                .param("inlet", inlet)
                .param("node", node)
                .query(Long.class)
                .list();
    }

    /** Numbers of the chunks that an earlier try recorded. */
    BitSet recordedChunks(long importId) {
        BitSet recorded = new BitSet();
        jdbc.sql(RECORDED_CHUNKS)
                .param("importId", importId)
                .query((row, number) -> row.getInt(1))
                .list()
                .forEach(recorded::set);
        return recorded;
    }

    void keepHeader(long importId, byte[] header) {
        jdbc.sql(KEEP_HEADER)
                .param("importId", importId)
                .param("header", header)
                .update();
    }

    /** Says what became of a running import; false if it was settled before. */
    boolean settle(long importId, State state, String reason) {
        return jdbc.sql(SETTLE)
                        .param("importId", importId)
                        .param("state", state.name())
                        .param("reason", reason)
                        .update()
                == 1;
    }

    /** This node goes on with what another had claimed. */
    void takeOver(long importId, String node) {
        jdbc.sql(TAKE_OVER).param("importId", importId).param("node", node).update();
    }

    /** Takes an announcement back that no claim followed. */
    void forget(long importId) {
        jdbc.sql(FORGET).param("importId", importId).update();
    }

    private static ImportRow row(ResultSet row, int number) throws SQLException {
        return new ImportRow(
                row.getLong("import_id"),
                row.getString("inlet"),
                row.getString("node"),
                row.getString("file_name"),
                row.getLong("file_bytes"),
                row.getInt("chunk_rows"),
                row.getObject("started_at", OffsetDateTime.class).toInstant(),
                State.valueOf(row.getString("state")),
                row.getString("reason"));
    }
}
