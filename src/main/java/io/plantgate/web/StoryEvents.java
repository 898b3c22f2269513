package io.plantgate.web;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the canonical arrival of an event, and its siblings under other boots. */
final class StoryEvents {

    private static final String FIND = """
            select a.arrival_id as canonical_id, s.source, s.device, coalesce(c.transition_id, a.transition_id) as transition_id,
                   coalesce(c.boot_id, a.boot_id) as boot_id, coalesce(c.source_time_text, a.source_time_text) as source_time, a.arrival_at, a.recorded_at,
                   null as evidence, n.inlet, n.node, a.credential, coalesce(c.late, a.late) as late,
                   coalesce(c.recurrence_of, a.recurrence_of) as recurrence_of,
                   to_jsonb(coalesce(c.flags, a.flags))::text as flags, p.profile, encode(p.digest, 'hex') as profile_digest,
                   coalesce(c.canon_version, a.canon_version)::integer as canon_version,
                   encode(coalesce(c.payload_hash, a.payload_hash), 'hex') as payload_hash,
                   encode(a.raw_hash, 'hex') as raw_hash, a.raw_bytes, c.completed_by, c.recorded_at as completed_at,
                   c.reason as completion_reason, c.supplied::text as supplied
              from arrival a
              left join completion c on c.arrival_id = a.arrival_id
              join source s on s.source_id = coalesce(c.source_id, a.source_id)
              join inlet n using (inlet_id)
              left join profile_version p on p.profile_version = coalesce(c.profile_version, a.profile_version)
             where a.arrival_id = :canonicalId
               and coalesce(c.decision, a.decision) = 'CANONICAL'
            """;

    // A plain first arrival of a sequence with compact evidence has no row.
    private static final String FIND_IN_BLOCKS = """
            select f.arrival_id as canonical_id, s.source, s.device,
                   (case when t.modulus = 0 then f."position" else f."position" % t.modulus end)::text as transition_id,
                   f.boot_id, null as source_time, f.arrival_at, null as recorded_at, 'COMPACT' as evidence, null as inlet,
                   null as node, null as credential, false as late, null as recurrence_of, null as flags, p.profile,
                   encode(p.digest, 'hex') as profile_digest, f.canon_version::integer as canon_version,
                   encode(f.digest, 'hex') as payload_hash, null as raw_hash, null as raw_bytes, null as completed_by,
                   null as completed_at, null as completion_reason, null as supplied
              from sequence_first(:canonicalId) f
              join source s using (source_id)
              join sequence_track t on t.source_id = f.source_id and t.boot_id = f.boot_id
              left join profile_version p using (profile_version)
            """;

    private static final String SAME_TRANSITION = """
            select i.canonical_id, i.boot_id, i.arrival_at
              from identity i
              join source s using (source_id)
             where s.source = :source
               and i.transition_id = :transitionId
               and i.canonical_id <> :canonicalId
             order by i.canonical_id desc
             limit :limit
            """;

    // A repeat's reader may ask for its own id: tell which event it is about.
    private static final String ABOUT = """
            select coalesce(c.canonical_id, a.canonical_id)
              from arrival a
              left join completion c on c.arrival_id = a.arrival_id
             where a.arrival_id = :arrivalId
               and coalesce(c.canonical_id, a.canonical_id) is not null
            """;

    private final JdbcClient jdbc;

    StoryEvents(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    Optional<StoryEvent> find(long canonicalId) {
        return find(FIND, canonicalId).or(() -> find(FIND_IN_BLOCKS, canonicalId));
    }

    private Optional<StoryEvent> find(String sql, long canonicalId) {
        return jdbc.sql(sql)
                .param("canonicalId", canonicalId)
                .query(StoryEvent.class)
                .optional();
    }

    /** The event that an arrival is about, if the arrival is no event itself. */
    Optional<Long> about(long arrivalId) {
        return jdbc.sql(ABOUT).param("arrivalId", arrivalId).query(Long.class).optional();
    }

    List<Recurrence> sameTransition(StoryEvent event, int limit) {
        return jdbc.sql(SAME_TRANSITION)
                .param("source", event.source())
                .param("transitionId", event.transitionId())
                .param("canonicalId", event.canonicalId())
                .param("limit", limit)
                .query(Recurrence.class)
                .list();
    }
}
