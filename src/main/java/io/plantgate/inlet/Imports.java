package io.plantgate.inlet;

import io.plantgate.inlet.ImportRow.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The rows that say what became of each claimed file, and of each posted stream whose rows can be read again only with
 * the header that is kept here. Whoever asks while the store is out of reach gets a
 * {@link org.springframework.dao.DataAccessException}.
 */
public final class Imports {

    /** How the inlets begin whose streams cannot go on after a stop; no inbox has such a name. */
    public static final String POSTED_PREFIX = "http:";

    private static final String ANNOUNCE = """
            insert into import (inlet, node, profile, reading_digest, file_name, file_bytes, chunk_rows, started_at)
            values (:inlet, :node, :profile, decode(:readingDigest, 'hex'), :fileName, :fileBytes, :chunkRows, :startedAt)
            returning import_id
            """;

    private static final String FIND = """
            select import_id, inlet, node, encode(reading_digest, 'hex') as reading_digest, file_name, file_bytes, chunk_rows, started_at, state,
                   reason
              from import where import_id = :importId
            """;

    private static final String RUNNING =
            "select import_id from import where inlet = :inlet and node = :node and state = 'RUNNING'";

    private static final String RECORDED_CHUNKS = "select chunk_no from import_chunk where import_id = :importId";

    private static final String KEEP_HEADER = "update import set header = :header where import_id = :importId";

    // Only a running import is settled: what was said of a file once is never said otherwise.
    private static final String SETTLE = """
            update import set state = :state, reason = :reason, file_bytes = coalesce(file_bytes, :bytes),
                   finished_at = clock_timestamp()
             where import_id = :importId and state = 'RUNNING'
            """;

    private static final String SETTLE_POSTED = """
            update import set state = 'FAILED', reason = :reason, finished_at = clock_timestamp()
             where node = :node and starts_with(inlet, :prefix) and state = 'RUNNING'
            """;

    private static final String TAKE_OVER = "update import set node = :node where import_id = :importId";

    private static final String FORGET = """
            delete from import i where i.import_id = :importId
               and not exists (select from import_chunk c where c.import_id = i.import_id)
            """;

    private final JdbcClient jdbc;

    public Imports(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Announces a file before it is claimed, or a posted stream before it is read. */
    public long announce(Announcement it) {
        return jdbc.sql(ANNOUNCE)
                .param("inlet", it.inlet())
                .param("node", it.node())
                .param("profile", it.profile().name())
                .param("readingDigest", it.readingDigest())
                .param("fileName", it.fileName())
                .param("fileBytes", it.fileBytes(), Types.BIGINT)
                .param("chunkRows", it.chunkRows())
                .param("startedAt", it.at().atOffset(ZoneOffset.UTC))
                .query(Long.class)
                .single();
    }

    public Optional<ImportRow> find(long importId) {
        return jdbc.sql(FIND).param("importId", importId).query(Imports::row).optional();
    }

    public List<Long> running(String inlet, String node) {
        return jdbc.sql(RUNNING)
                .param("inlet", inlet)
                .param("node", node)
                .query(Long.class)
                .list();
    }

    /** Numbers of the chunks that an earlier try recorded. */
    public BitSet recordedChunks(long importId) {
        BitSet recorded = new BitSet();
        jdbc.sql(RECORDED_CHUNKS)
                .param("importId", importId)
                .query((row, number) -> row.getInt(1))
                .list()
                .forEach(recorded::set);
        return recorded;
    }

    public void keepHeader(long importId, byte[] header) {
        jdbc.sql(KEEP_HEADER)
                .param("importId", importId)
                .param("header", header)
                .update();
    }

    /** Says what became of a running import; false if it was settled before. */
    public boolean settle(long importId, State state, String reason) {
        return settle(importId, state, reason, null);
    }

    /** The same, with its size where that was not known before. */
    public boolean settle(long importId, State state, String reason, Long bytes) {
        return jdbc.sql(SETTLE)
                        .param("importId", importId)
                        .param("state", state.name())
                        .param("reason", reason)
                        .param("bytes", bytes, Types.BIGINT)
                        .update()
                == 1;
    }

    /** Settles posted streams that a stopped process of this node has left running; answers how many. */
    public int settlePosted(String node, String reason) {
        return jdbc.sql(SETTLE_POSTED)
                .param("node", node)
                .param("prefix", POSTED_PREFIX)
                .param("reason", reason)
                .update();
    }

    /** This node goes on with what another had claimed. */
    public void takeOver(long importId, String node) {
        jdbc.sql(TAKE_OVER).param("importId", importId).param("node", node).update();
    }

    /** Takes an announcement back that no claim followed. */
    public void forget(long importId) {
        jdbc.sql(FORGET).param("importId", importId).update();
    }

    private static ImportRow row(ResultSet row, int number) throws SQLException {
        return new ImportRow(
                row.getLong("import_id"),
                row.getString("inlet"),
                row.getString("node"),
                row.getString("reading_digest"),
                row.getString("file_name"),
                row.getLong("file_bytes"),
                row.getInt("chunk_rows"),
                row.getObject("started_at", OffsetDateTime.class).toInstant(),
                State.valueOf(row.getString("state")),
                row.getString("reason"));
    }
}
