package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads arrivals back with what they turned out to be. */
final class DecidedArrivals {

    private static final String BY_ID = """
            select a.arrival_id, s.source, s.device, a.transition_id, a.boot_id, a.source_time_text, a.arrival_at,
                   a.recorded_at, a.decision::text as decision, a.reason, a.reason_detail, a.late,
                   case when a.decision = 'CANONICAL' then a.arrival_id else a.canonical_id end as canonical_id,
                   coalesce(first.arrival_at, b.arrival_at) as first_arrival_at, a.recurrence_of, r.boot_id as recurrence_boot_id,
                   a.work_item_id, encode(a.payload_hash, 'hex') as payload_hash, encode(a.raw_hash, 'hex') as raw_hash
              from arrival a
              left join source s using (source_id)
              left join identity first
                on first.source_id = a.source_id and first.transition_id = a.transition_id and first.boot_id = a.boot_id
              left join lateral (
                   select f.arrival_at from sequence_first(a.canonical_id) f
                    where first.canonical_id is null and s.source like 'sequence:%') b on true
              left join identity r
                on r.source_id = a.source_id and r.transition_id = a.transition_id and r.canonical_id = a.recurrence_of
             where a.arrival_id = any(:ids)
             order by a.arrival_id
            """;

    private final JdbcClient store;

    DecidedArrivals(JdbcClient store) {
        this.store = store;
    }

    List<DecidedArrival> byId(Collection<Long> arrivalIds) {
        return store.sql(BY_ID)
                .param("ids", arrivalIds.toArray(Long[]::new))
                .query((row, number) -> read(row))
                .list();
    }

    private static DecidedArrival read(ResultSet row) throws SQLException {
        return new DecidedArrival(
                row.getLong("arrival_id"),
                row.getString("source"),
                row.getString("device"),
                row.getString("transition_id"),
                row.getString("boot_id"),
                row.getString("source_time_text"),
                Columns.instant(row, "arrival_at"),
                Columns.instant(row, "recorded_at"),
                Verdict.valueOf(row.getString("decision")),
                row.getString("reason"),
                row.getString("reason_detail"),
                row.getBoolean("late"),
                row.getObject("canonical_id", Long.class),
                Columns.instant(row, "first_arrival_at"),
                row.getObject("recurrence_of", Long.class),
                row.getString("recurrence_boot_id"),
                row.getObject("work_item_id", Long.class),
                row.getString("payload_hash"),
                row.getString("raw_hash"));
    }
}
