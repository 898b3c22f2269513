package io.plantgate.web;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Searches arrivals, the newest first, over indexes only. */
final class EventSearch {

    private static final String OF_INLET = "a.inlet_id in (select inlet_id from inlet where inlet = :inlet)";

    private static final String COMPLETED_OF_INLET =
            "exists (select from arrival a where a.arrival_id = c.arrival_id and " + OF_INLET + ")";

    // A page per source, each along its index; a device has few sources.
    private static final String OF_SOURCES = """
            with named as materialized (
                 select source_id
                   from source
                  where /* sources */),
            found as (
                 select p.arrival_id
                   from named
                  cross join lateral (
                        select a.arrival_id
                          from arrival a
                         where a.source_id = named.source_id
                           and a.arrival_id < :after
                           and /* arrival */
                         order by a.arrival_id desc
                         limit :limit) p
                  union all
                 select p.arrival_id
                   from named
                  cross join lateral (
                        select c.arrival_id
                          from completion c
                         where c.source_id = named.source_id
                           and c.arrival_id < :after
                           and /* completion */
                         order by c.arrival_id desc
                         limit :limit) p)
            """;

    private static final String OF_ALL = """
            with found as (
                 (select a.arrival_id
                    from arrival a
                   where a.arrival_id < :after
                     and /* arrival */
                   order by a.arrival_id desc
                   limit :limit)
                  union all
                 (select c.arrival_id
                    from completion c
                   where c.arrival_id < :after
                     and /* completion */
                   order by c.arrival_id desc
                   limit :limit))
            """;

    // What a person completed later stands in place of the first decision.
    private static final String ROWS = """
            select a.arrival_id, coalesce(c.decision, a.decision) as decision,
                   case when c.arrival_id is not null then a.decision end as first_decision,
                   coalesce(c.canonical_id, a.canonical_id,
                            case when a.decision = 'CANONICAL' then a.arrival_id end) as canonical_id,
                   s.source, s.device, coalesce(c.transition_id, a.transition_id) as transition_id,
                   coalesce(c.boot_id, a.boot_id) as boot_id, coalesce(c.source_time_text, a.source_time_text) as source_time, a.arrival_at, a.recorded_at,
                   n.inlet, coalesce(c.late, a.late) as late, coalesce(c.recurrence_of, a.recurrence_of) as recurrence_of,
                   a.reason, coalesce(c.work_item_id, a.work_item_id) as work_item_id,
                   encode(coalesce(c.payload_hash, a.payload_hash), 'hex') as payload_hash,
                   encode(a.raw_hash, 'hex') as raw_hash
              from (select distinct arrival_id from found order by arrival_id desc limit :limit) page
              join arrival a using (arrival_id)
              join inlet n using (inlet_id)
              left join completion c on c.arrival_id = a.arrival_id
              left join source s on s.source_id = coalesce(c.source_id, a.source_id)
             order by a.arrival_id desc
            """;

    private final JdbcClient jdbc;

    EventSearch(DataSource dataSource, int queryTimeoutMillis) {
        JdbcTemplate template = new JdbcTemplate(dataSource);
        template.setQueryTimeout(Math.max(1, queryTimeoutMillis / 1000));
        this.jdbc = JdbcClient.create(template);
    }

    /**
     * One page. An arrival that a person completed is found by either of its decisions.
     *
     * @throws org.springframework.dao.QueryTimeoutException if the search is too wide
     */
    List<EventRow> find(EventQuery query) {
        return bound(statement(query), query).query(EventRow.class).list();
    }

    // Only conditions that are asked for: "is null or" would hide from the planner which index serves.
    static String statement(EventQuery query) {
        return (query.namesSources() ? OF_SOURCES : OF_ALL)
                        .replace("/* sources */", sources(query))
                        .replace("/* arrival */", conditions(query, "a"))
                        .replace("/* completion */", conditions(query, "c"))
                + ROWS;
    }

    private static String sources(EventQuery query) {
        List<String> conditions = new ArrayList<>();
        addIf(query.source(), "source = :source", conditions);
        addIf(query.device(), "device = :device", conditions);
        return String.join(" and ", conditions);
    }

    private static String conditions(EventQuery query, String of) {
        List<String> conditions = new ArrayList<>(List.of("true"));
        addIf(query.transitionId(), "%1$s.transition_id = :transitionId", conditions);
        addIf(query.bootId(), "%1$s.boot_id = :bootId", conditions);
        // A word of the enum, not a parameter: only a literal lets the planner use an index of some decisions.
        addIf(query.decision(), "%1$s.decision = '" + query.decision() + "'", conditions);
        addIf(query.from(), "%1$s.arrival_at >= :from", conditions);
        addIf(query.to(), "%1$s.arrival_at < :to", conditions);
        addIf(query.inlet(), of.equals("a") ? OF_INLET : COMPLETED_OF_INLET, conditions);
        return String.join(" and ", conditions).formatted(of);
    }

    private static void addIf(Object wanted, String condition, List<String> conditions) {
        if (wanted != null) {
            conditions.add(condition);
        }
    }

    private JdbcClient.StatementSpec bound(String statement, EventQuery query) {
        return jdbc.sql(statement)
                .param("source", query.source())
                .param("device", query.device())
                .param("transitionId", query.transitionId())
                .param("bootId", query.bootId())
                .param("from", utc(query.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(query.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("inlet", query.inlet())
                .param("after", query.after())
                .param("limit", query.limit());
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
