package io.plantgate.web;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the progress of files. */
final class Imports {

    private static final String COLUMNS = """
            select m.import_id, m.inlet, m.node, m.profile, m.file_name, m.file_bytes, m.state, m.reason, m.started_at,
                   m.finished_at, c.chunks, c.rows, c.canonical, c.duplicate, c.conflict, c.incomplete, c.quarantined
              from import m
              cross join lateral (
                    select count(*) as chunks, coalesce(sum(k.rows), 0) as rows, coalesce(sum(k.canonical), 0) as canonical,
                           coalesce(sum(k.duplicate), 0) as duplicate, coalesce(sum(k.conflict), 0) as conflict,
                           coalesce(sum(k.incomplete), 0) as incomplete, coalesce(sum(k.quarantined), 0) as quarantined
                      from import_chunk k
                     where k.import_id = m.import_id) c
            """;

    private static final String LIST = COLUMNS + """
             where m.import_id < :after
             order by m.import_id desc
             limit :limit
            """;

    private static final String FIND = COLUMNS + " where m.import_id = :importId";

    private final JdbcClient jdbc;

    Imports(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Imports, the newest first. */
    List<ImportRow> list(long after, int limit) {
        return jdbc.sql(LIST)
                .param("after", after)
                .param("limit", limit)
                .query(ImportRow.class)
                .list();
    }

    Optional<ImportRow> find(long importId) {
        return jdbc.sql(FIND).param("importId", importId).query(ImportRow.class).optional();
    }
}
