package io.plantgate.report;

import java.util.Collection;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts source events, arrivals and attempts apart. */
final class Counting {

    static final String OF_ARRIVALS = """
            select count(distinct case when decision = 'CANONICAL' then arrival_id else canonical_id end) as source_events,
                   count(*) as arrivals,
                   (select count(*) from outbox where arrival_id = any(:ids)) as effects_planned,
                   (select coalesce(sum(attempts), 0) from outbox where arrival_id = any(:ids)) as attempts
              from arrival
             where arrival_id = any(:ids)
            """;

    private final JdbcClient store;

    Counting(JdbcClient store) {
        this.store = store;
    }

    /** Of these arrivals. */
    Totals of(Collection<Long> arrivalIds) {
        return store.sql(OF_ARRIVALS)
                .param("ids", arrivalIds.toArray(Long[]::new))
                .query(Totals.class)
                .single();
    }
}
