package io.plantgate.web;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads restart generations. */
final class BootGenerations {

    private static final String COLUMNS = """
            select g.device, g.boot_id, g.generation_no, g.first_arrival_id, g.first_arrival_at, g.evidence,
                   g.boot_observed_by, g.recorded_at,
                   not exists (select from boot_generation l
                                where l.device = g.device and l.generation_no > g.generation_no) as newest
              from boot_generation g
            """;

    private static final String OF_DEVICE = COLUMNS + """
             where g.device = :device and g.generation_no < :after
             order by g.generation_no desc
             limit :limit
            """;

    private static final String ONE = COLUMNS + " where g.device = :device and g.boot_id = :bootId";

    private final JdbcClient jdbc;

    BootGenerations(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Generations of a device, the newest first. */
    List<BootGeneration> ofDevice(String device, long after, int limit) {
        return jdbc.sql(OF_DEVICE)
                .param("device", device)
                .param("after", after)
                .param("limit", limit)
                .query(BootGeneration.class)
                .list();
    }

    Optional<BootGeneration> find(String device, String bootId) {
        return jdbc.sql(ONE)
                .param("device", device)
                .param("bootId", bootId)
                .query(BootGeneration.class)
                .optional();
    }
}
