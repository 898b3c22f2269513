package io.plantgate.web;

import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Knows the months whose arrivals or effects are no longer kept, and the numbers that were given in them. */
final class PurgedMonths {

    private static final String OF = """
            select to_char(month, 'YYYY-MM')
              from retention_month
             where state in ('DETACHED', 'DROPPED') and :arrivalId between first_arrival_id and last_arrival_id
             order by month
             limit 1
            """;

    private static final String OF_EFFECT = """
            select to_char(month, 'YYYY-MM')
              from effect_month
             where state in ('DETACHED', 'DROPPED') and :effectId between first_effect_id and last_effect_id
             order by month
             limit 1
            """;

    private static final String IDENTITIES = """
            select exists (
                select from identity
                 where recorded_at >= :month::timestamp at time zone 'UTC'
                   and recorded_at < (:month::timestamp + interval '1 month') at time zone 'UTC')
            """;

    private final JdbcClient jdbc;

    PurgedMonths(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** The month that a number without a row was given in, if it was given at all; empty if all of that time is kept. */
    Optional<String> of(long arrivalId) {
        return jdbc.sql(OF).param("arrivalId", arrivalId).query(String.class).optional();
    }

    /** True while a copy of an event of this month is recognised; identities are forgotten by months, too, and later. */
    boolean identitiesKept(String month) {
        return jdbc.sql(IDENTITIES)
                .param("month", month + "-01")
                .query(Boolean.class)
                .single();
    }

    /** What is to be said of an effect's number without a row. */
    RuntimeException noEffect(long effectId) {
        return jdbc.sql(OF_EFFECT)
                .param("effectId", effectId)
                .query(String.class)
                .optional()
                .<RuntimeException>map(
                        month -> new PurgedException(
                                "Effect " + effectId
                                        + ", if there was one, is of " + month
                                        + ", whose effects had all ended and are no longer kept. How many ended how is in effect_counts."))
                .orElseGet(() -> new NotThereException("There is no effect " + effectId + "."));
    }
}
