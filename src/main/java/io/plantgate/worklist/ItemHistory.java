package io.plantgate.worklist;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads who completed what, when and why. */
final class ItemHistory {

    private static final String COMPLETIONS = """
            select c.arrival_id, c.completed_by, c.reason, c.recorded_at as completed_at, c.supplied::text as supplied,
                   c.decision, c.canonical_id
              from arrival a
              join completion c on c.arrival_id = a.arrival_id
             where a.work_item_id = :workItemId and a.arrival_id < :after
             order by a.arrival_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    ItemHistory(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    List<CompletionWord> completions(long workItemId, long after, int limit) {
        return jdbc.sql(COMPLETIONS)
                .param("workItemId", workItemId)
                .param("after", after)
                .param("limit", limit)
                .query(CompletionWord.class)
                .list();
    }
}
