package io.plantgate.web;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads what repeated or contradicted an event, and what people said of it. */
final class StoryRepeats {

    private static final String PAGE = """
            select a.arrival_id, coalesce(c.decision, a.decision) as decision, a.arrival_at, a.recorded_at, n.inlet,
                   coalesce(c.late, a.late) as late, to_jsonb(coalesce(c.flags, a.flags))::text as flags,
                   encode(coalesce(c.payload_hash, a.payload_hash), 'hex') as payload_hash,
                   encode(a.raw_hash, 'hex') as raw_hash, coalesce(c.work_item_id, a.work_item_id) as work_item_id,
                   case when c.arrival_id is not null then a.decision end as first_decision, c.completed_by,
                   null as differences
              from (select arrival_id
                      from arrival
                     where canonical_id = :canonicalId
                       and decision in ('DUPLICATE', 'CONFLICT')
                       and arrival_id < :after
                    union all
                    select arrival_id
                      from completion
                     where canonical_id = :canonicalId
                       and decision in ('DUPLICATE', 'CONFLICT')
                       and arrival_id < :after
                     order by arrival_id desc
                     limit :limit) repeat
              join arrival a using (arrival_id)
              join inlet n using (inlet_id)
              left join completion c on c.arrival_id = a.arrival_id
             order by a.arrival_id desc
            """;

    private static final String COUNTS = """
            select 1 as source_events, 1 + r.duplicates + r.conflicts as arrivals, r.duplicates, r.conflicts,
                   (select count(*) from outbox where canonical_id = :canonicalId) as planned_effects,
                   (select coalesce(sum(attempts), 0) from outbox where canonical_id = :canonicalId) as attempts
              from (select count(*) filter (where decision = 'DUPLICATE')
                             + coalesce((select duplicate_count from rolled_up where canonical_id = :canonicalId), 0) as duplicates,
                           count(*) filter (where decision = 'CONFLICT')
                             + coalesce((select conflict_count from rolled_up where canonical_id = :canonicalId), 0) as conflicts
                      from (select decision
                              from arrival
                             where canonical_id = :canonicalId and decision in ('DUPLICATE', 'CONFLICT')
                            union all
                            select decision
                              from completion
                             where canonical_id = :canonicalId and decision in ('DUPLICATE', 'CONFLICT')) d) r
            """;

    private static final String ITEMS = """
            select w.work_item_id, encode(w.payload_hash, 'hex') as payload_hash, w.opened_at, z.outcome, z.new_event_id,
                   z.settled_by, z.reason, z.settled_at
              from work_item w
              left join settlement z using (work_item_id)
             where w.kind = 'CONFLICT' and w.canonical_id = :canonicalId
             order by w.work_item_id desc, z.settlement_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    StoryRepeats(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Repeats of an event, the newest first. */
    List<Repeat> page(long canonicalId, long after, int limit) {
        return jdbc.sql(PAGE)
                .param("canonicalId", canonicalId)
                .param("after", after)
                .param("limit", limit)
                .query(Repeat.class)
                .list();
    }

    StoryCounts counts(long canonicalId) {
        return jdbc.sql(COUNTS)
                .param("canonicalId", canonicalId)
                .query(StoryCounts.class)
                .single();
    }

    List<StoryItem> items(long canonicalId, int limit) {
        return jdbc.sql(ITEMS)
                .param("canonicalId", canonicalId)
                .param("limit", limit)
                .query(StoryItem.class)
                .list();
    }
}
