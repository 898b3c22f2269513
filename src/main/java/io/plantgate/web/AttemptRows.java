package io.plantgate.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads what was tried for effects, what their targets took of them, and what people did to them. */
final class AttemptRows {

    private static final String COLUMNS = """
            select attempt_id, effect_id, attempt_no, purpose, repeat, channel, kind_version, worker, claimed_at, ended_at,
                   duration_ms, outcome, reason, answer_status, answer, reference,
                   encode(request_digest, 'hex') as request_digest
              from attempt
            """;

    private static final String OF_EFFECT = COLUMNS + """
             where effect_id = :effectId and attempt_id < :after
             order by attempt_id desc
             limit :limit
            """;

    private static final String OF_EVENT = COLUMNS + """
             where effect_id in (select effect_id from outbox where canonical_id = :canonicalId)
             order by attempt_id desc
             limit :limit
            """;

    private static final String PARTS = """
            select effect_id, attempt_id, part_no, parts_total, reference, outcome, reason, reported_at
              from attempt_part
             where effect_id in (:effectIds)
             order by attempt_id desc, part_no desc
             limit :limit
            """;

    private static final String MOVES = """
            select effect_id, moved_at, upper(action) as action, upper(from_state::text) as from_state,
                   upper(to_state::text) as to_state, moved_by, reason, lane
              from effect_move
             where effect_id in (:effectIds)
             order by move_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    AttemptRows(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    List<AttemptRow> ofEffect(long effectId, long after, int limit) {
        return jdbc.sql(OF_EFFECT)
                .param("effectId", effectId)
                .param("after", after)
                .param("limit", limit)
                .query(AttemptRow.class)
                .list();
    }

    List<AttemptRow> ofEvent(long canonicalId, int limit) {
        return jdbc.sql(OF_EVENT)
                .param("canonicalId", canonicalId)
                .param("limit", limit)
                .query(AttemptRow.class)
                .list();
    }

    /** The newest parts of these effects together, by effect. */
    Map<Long, List<PartRow>> parts(List<Long> effectIds, int limit) {
        return byEffect(PARTS, PartRow.class, effectIds, limit);
    }

    /** The newest moves of these effects together, by effect. */
    Map<Long, List<MoveRow>> moves(List<Long> effectIds, int limit) {
        return byEffect(MOVES, MoveRow.class, effectIds, limit);
    }

    private <T> Map<Long, List<T>> byEffect(String sql, Class<T> type, List<Long> effectIds, int limit) {
        Map<Long, List<T>> rows = new HashMap<>();
        if (effectIds.isEmpty()) {
            return rows;
        }
        SimplePropertyRowMapper<T> mapper = new SimplePropertyRowMapper<>(type);
        jdbc.sql(sql).param("effectIds", effectIds).param("limit", limit).query((RowCallbackHandler)
                row -> rows.computeIfAbsent(row.getLong("effect_id"), id -> new ArrayList<>())
                        .add(mapper.mapRow(row, 0)));
        return rows;
    }
}
