package io.plantgate.web;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads how far entities have come, and what is missing of them. */
final class SequenceRows {

    // Pages are cut between entities, so that the boots of one stay together.
    private static final String ENTITIES = """
            select entity, boot_id, generation, highest, numbers, numbers_per_second,
                   least(missing, 9223372036854775807) as missing, open_gaps, filled_gaps,
                   given_up_gaps, first_arrival_at, last_arrival_at, restarted_at
              from sequence_entity
             where source_id in (select source_id from source
                                  where source > 'sequence:' || :after and source < 'sequence;'
                                    and (:entity::text is null or source = 'sequence:' || :entity)
                                  order by source limit :limit)
             order by entity collate "C", first_arrival_at, boot_id
            """;

    private static final String GAPS = """
            select gap_id, entity, boot_id, generation, first_skipped, last_skipped, missing, missing_numbers, opened_by, opened_at,
                   alarmed_at, filled_at, given_up_at, state
              from sequence_gap_list
             where source_id = (select source_id from source where source = 'sequence:' || :entity) and gap_id < :after
             order by gap_id desc
             limit :limit
            """;

    private static final String RESTARTS = """
            select entity, boot_id, generation, restarted_at, arrival_id, highest_before
              from sequence_restart_list
             where source_id = (select source_id from source where source = 'sequence:' || :entity) and arrival_id < :after
             order by arrival_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    SequenceRows(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /**
     * All boots of some entities, in the order of their names.
     *
     * @param entity only this one, or null
     * @param after only entities behind this name; empty for the first page
     * @param limit entities
     */
    List<SequenceRow> entities(String entity, String after, int limit) {
        return jdbc.sql(ENTITIES)
                .param("entity", entity)
                .param("after", after)
                .param("limit", limit)
                .query(SequenceRow.class)
                .list();
    }

    /** Gaps of one entity, the newest first. */
    List<SequenceGapRow> gaps(String entity, long after, int limit) {
        return jdbc.sql(GAPS)
                .param("entity", entity)
                .param("after", after)
                .param("limit", limit)
                .query(SequenceGapRow.class)
                .list();
    }

    /** Restarts of one entity, the newest first. */
    List<SequenceRestartRow> restarts(String entity, long after, int limit) {
        return jdbc.sql(RESTARTS)
                .param("entity", entity)
                .param("after", after)
                .param("limit", limit)
                .query(SequenceRestartRow.class)
                .list();
    }
}
