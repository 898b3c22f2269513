package io.plantgate.worklist;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Lists what waits for a person. */
final class WorkItems {

    // Counting stops at a bound: an item without a bootId may have millions of arrivals behind it.
    private static final String ITEM = """
            select w.work_item_id, w.kind, w.arrival_id, w.operation_key, p.client || '/' || p.operation_id as operation, p.target,
                   w.canonical_id, encode(coalesce(w.payload_hash, f.digest, p.digest), 'hex') as payload_hash,
                   case when w.kind = 'CONFLICT' then w.first_raw is not null end as first_kept, w.profile, w.reason, w.opened_at, s.source, coalesce(c.transition_id, a.transition_id) as transition_id,
                   coalesce(c.boot_id, a.boot_id) as boot_id, coalesce(t.outcome, e.to_state) as outcome, coalesce(t.settled_by, e.actor) as settled_by,
                   coalesce(t.settled_at, e.moved_at) as settled_at,
                   case w.kind when 'CONFLICT' then t.outcome is null
                        when 'REPEATS' then t.outcome is null
                        when 'OPERATION_CONFLICT' then t.outcome is null
                        when 'OPERATION_WORD' then t.outcome is null
                        when 'OPERATION' then coalesce(p.state = 'unknown', false)
                        else exists (select from arrival o
                                      where o.work_item_id = w.work_item_id
                                        and not exists (select from completion x where x.arrival_id = o.arrival_id))
                    end as open,
                   case w.kind when 'OPERATION_CONFLICT' then (select sum(x.times) from operation_conflict x where x.operation_key = w.operation_key)
                        else n.arrivals + m.arrivals
                    end as arrival_count,
                   case w.kind when 'INCOMPLETE' then n.to_complete else 0 end as to_complete
              from work_item w
              left join arrival a on a.arrival_id = w.arrival_id
              left join completion c on c.arrival_id = w.arrival_id and w.kind = 'CONFLICT'
              left join operation p on p.operation_key = w.operation_key
              left join operation_conflict f on f.conflict_id = w.conflict_id
              left join lateral (
                   select upper(m.to_state::text) as to_state, m.actor, m.moved_at
                     from operation_move m
                    where w.kind = 'OPERATION' and m.operation_key = w.operation_key and m.from_state = 'unknown'
                    order by m.move_id
                    limit 1) e on true
              left join source s on s.source_id = coalesce(c.source_id, a.source_id)
              left join lateral (
                   select z.outcome, z.settled_by, z.settled_at
                     from settlement z
                    where z.work_item_id = w.work_item_id
                    order by z.settlement_id desc
                    limit 1) t on true
              cross join lateral (
                   select count(*) as arrivals, count(*) filter (where waits) as to_complete
                     from (select not exists (select from completion x where x.arrival_id = o.arrival_id) as waits
                             from arrival o
                            where o.work_item_id = w.work_item_id
                            limit :countedMax) counted) n
              cross join lateral (
                   select count(*) as arrivals
                     from completion x
                    where x.canonical_id = w.canonical_id
                      and x.work_item_id = w.work_item_id) m
            """;

    private static final String LIST = "select * from (" + ITEM + """
             where (cast(:kind as text) is null or w.kind = :kind)
               and (cast(:profile as text) is null or w.profile = :profile)
               and (cast(:source as text) is null or s.source = :source)
               and w.work_item_id < :after
             order by w.work_item_id desc) item
             where cast(:open as boolean) is null or open = :open
             order by work_item_id desc
             limit :limit
            """;

    private static final String FIND = ITEM + " where w.work_item_id = :workItemId";

    private final JdbcClient jdbc;
    private final int countedMax;

    WorkItems(DataSource dataSource, int countedMax) {
        this.jdbc = JdbcClient.create(dataSource);
        this.countedMax = countedMax;
    }

    List<WorkItem> list(ItemQuery query, long after, int limit) {
        return jdbc.sql(LIST)
                .param("countedMax", countedMax)
                .param("kind", query.kind() == null ? null : query.kind().name())
                .param("profile", query.profile())
                .param("source", query.source())
                .param("open", query.open())
                .param("after", after)
                .param("limit", limit)
                .query(WorkItem.class)
                .list();
    }

    Optional<WorkItem> find(long workItemId) {
        return jdbc.sql(FIND)
                .param("countedMax", countedMax)
                .param("workItemId", workItemId)
                .query(WorkItem.class)
                .optional();
    }
}
