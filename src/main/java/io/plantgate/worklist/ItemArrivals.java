package io.plantgate.worklist;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Lists the arrivals behind one item. */
final class ItemArrivals {

    private static final String LIST = """
            select a.arrival_id, a.arrival_at, a.recorded_at, n.inlet, s.source,
                   coalesce(c.transition_id, a.transition_id) as transition_id, coalesce(c.boot_id, a.boot_id) as boot_id,
                   a.decision, a.reason, a.reason_detail, encode(a.raw_hash, 'hex') as raw_hash,
                   encode(coalesce(c.payload_hash, a.payload_hash), 'hex') as payload_hash,
                   c.decision as completed_as, coalesce(c.canonical_id, a.canonical_id) as canonical_id
              from (select arrival_id from arrival where work_item_id = :workItemId and arrival_id < :after
                    union all
                    select x.arrival_id
                      from work_item w
                      join completion x on x.canonical_id = w.canonical_id and x.work_item_id = w.work_item_id
                     where w.work_item_id = :workItemId and x.arrival_id < :after
                     order by arrival_id desc
                     limit :limit) behind
              join arrival a using (arrival_id)
              join inlet n using (inlet_id)
              left join completion c on c.arrival_id = a.arrival_id
              left join source s on s.source_id = coalesce(c.source_id, a.source_id)
             order by a.arrival_id desc
            """;

    private static final String TO_COMPLETE = """
            select a.arrival_id
              from arrival a
              left join source s using (source_id)
             where a.work_item_id = :workItemId
               and a.decision = 'INCOMPLETE'
               and not exists (select from completion c where c.arrival_id = a.arrival_id)
               and (cast(:source as text) is null or s.source = :source)
               and (cast(:device as text) is null or s.device = :device)
               and (cast(:transitionId as text) is null or a.transition_id = :transitionId)
               and (cast(:from as timestamptz) is null or a.arrival_at >= :from)
               and (cast(:to as timestamptz) is null or a.arrival_at < :to)
             order by a.arrival_id
             limit :limit
            """;

    private final JdbcClient jdbc;

    ItemArrivals(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    List<ItemArrival> list(long workItemId, long after, int limit) {
        return jdbc.sql(LIST)
                .param("workItemId", workItemId)
                .param("after", after)
                .param("limit", limit)
                .query(ItemArrival.class)
                .list();
    }

    /** Ids of arrivals that wait to be completed, the oldest first. */
    List<Long> toComplete(long workItemId, ItemFilter filter, int limit) {
        return jdbc.sql(TO_COMPLETE)
                .param("workItemId", workItemId)
                .param("source", filter.source())
                .param("device", filter.device())
                .param("transitionId", filter.transitionId())
                .param("from", utc(filter.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(filter.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("limit", limit)
                .query(Long.class)
                .list();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
