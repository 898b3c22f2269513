package io.plantgate.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads effects, the newest first. */
final class EffectRows {

    // A refused one waits until a person had the last word on it: to try again, to cancel, that it was done, or refused
    // indeed. The view effect_open and the counts for metrics and health say the same.
    private static final String WAITS = """
            (state = 'held' or state = 'unknown' and due_at is null or state in ('rejected', 'abandoned')
             and (select m.to_state from effect_move m where m.effect_id = outbox.effect_id order by m.move_id desc limit 1)
                 is distinct from state)""";

    private static final String COLUMNS = """
            select effect_id, canonical_id, profile, rule, rule_version, kind, lane, planned_on, upper(state::text) as state,
                   WAITS as waits_for_a_person,
                   doubtful and state <> 'delivered' as doubtful, reason, reference,
                   attempts, failures, repeats, planned_at, due_at, settled_at, worker, idempotency_key
              from outbox
            """.replace("WAITS", WAITS);

    private static final String HEAD = """
            select effect_id
              from outbox
             where kind = :kind and lane = :lane and state in ('held', 'pending', 'in_flight', 'accepted', 'unknown')
             order by effect_id
             limit 1
            """;

    private static final String NEWEST_FIRST = """
             order by effect_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    EffectRows(DataSource dataSource, int queryTimeoutMillis) {
        JdbcTemplate template = new JdbcTemplate(dataSource);
        template.setQueryTimeout(Math.max(1, queryTimeoutMillis / 1000));
        this.jdbc = JdbcClient.create(template);
    }

    /**
     * One page.
     *
     * @throws org.springframework.dao.QueryTimeoutException if the search is too wide
     */
    List<EffectRow> find(EffectQuery query) {
        return jdbc.sql(statement(query))
                .param("kind", query.kind())
                .param("lane", query.lane())
                .param("canonicalId", query.canonicalId())
                .param("attemptsMin", query.attemptsMin())
                .param("after", query.after())
                .param("limit", query.limit())
                .query(EffectRow.class)
                .list();
    }

    Optional<EffectRow> find(long effectId) {
        return jdbc.sql(COLUMNS + " where effect_id = :effectId")
                .param("effectId", effectId)
                .query(EffectRow.class)
                .optional();
    }

    /** The effect that goes first in a lane. */
    Optional<Long> head(String kind, String lane) {
        return jdbc.sql(HEAD)
                .param("kind", kind)
                .param("lane", lane)
                .query(Long.class)
                .optional();
    }

    // Only conditions that are asked for: "is null or" would hide from the planner which index serves.
    static String statement(EffectQuery query) {
        List<String> conditions = new ArrayList<>(List.of("effect_id < :after"));
        // Words of the enum, not parameters: only a literal lets the planner use an index of some states.
        addIf(
                query.state(),
                "state = '" + (query.state() == null ? "" : query.state().sql()) + "'",
                conditions);
        addIf(query.kind(), "kind = :kind", conditions);
        addIf(query.lane(), "lane = :lane", conditions);
        addIf(query.canonicalId(), "canonical_id = :canonicalId", conditions);
        addIf(query.attemptsMin(), "attempts >= :attemptsMin", conditions);
        if (query.waiting() != null) {
            conditions.add(query.waiting() ? WAITS : "not " + WAITS);
        }
        return COLUMNS + " where " + String.join(" and ", conditions) + "\n" + NEWEST_FIRST;
    }

    private static void addIf(Object wanted, String condition, List<String> conditions) {
        if (wanted != null) {
            conditions.add(condition);
        }
    }
}
