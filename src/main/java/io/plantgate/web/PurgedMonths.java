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

    private final JdbcClient jdbc;

    PurgedMonths(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** The month that a number without a row was given in, if it was given at all; empty if all of that time is kept. */
    Optional<String> of(long arrivalId) {
        return jdbc.sql(OF).param("arrivalId", arrivalId).query(String.class).optional();
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
