package io.plantgate.web;

import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads single arrivals without their bytes. */
final class ArrivalRows {

    private static final String FIND = """
            select a.arrival_id, a.decision, a.reason, a.reason_detail,
                   coalesce(a.canonical_id, case when a.decision = 'CANONICAL' then a.arrival_id end) as canonical_id,
                   s.source, s.device, a.transition_id, a.boot_id, coalesce(c.source_time_text, a.source_time_text) as source_time, a.arrival_at,
                   a.recorded_at, n.inlet, n.node, a.credential, a.late, a.recurrence_of, a.work_item_id,
                   to_jsonb(a.flags)::text as flags, p.profile, encode(p.digest, 'hex') as profile_digest,
                   a.canon_version::integer as canon_version, encode(a.payload_hash, 'hex') as payload_hash,
                   encode(a.raw_hash, 'hex') as raw_hash, a.raw_bytes, a.import_id, a.import_row, a.facts::text as facts,
                   c.decision as completed_as, c.canonical_id as completed_canonical_id, c.completed_by,
                   c.recorded_at as completed_at, c.reason as completion_reason, c.supplied::text as supplied
              from arrival a
              join inlet n using (inlet_id)
              left join source s using (source_id)
              left join profile_version p using (profile_version)
              left join completion c on c.arrival_id = a.arrival_id
             where a.arrival_id = :arrivalId
            """;

    private static final String IN_BLOCKS = "select exists (select from sequence_first(:arrivalId))";

    private final JdbcClient jdbc;

    ArrivalRows(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    Optional<ArrivalRow> find(long arrivalId) {
        return jdbc.sql(FIND)
                .param("arrivalId", arrivalId)
                .query(ArrivalRow.class)
                .optional();
    }

    /** True for a first arrival of a sequence of which its block is all that is kept. */
    boolean isInBlocks(long arrivalId) {
        return jdbc.sql(IN_BLOCKS)
                .param("arrivalId", arrivalId)
                .query(Boolean.class)
                .single();
    }
}
