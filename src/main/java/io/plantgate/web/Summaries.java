package io.plantgate.web;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads events by their key, with how often they came. */
final class Summaries {

    static final String BY_KEY = """
            select canonical_id, source, transition_id, boot_id, duplicate_count, conflict_count, first_arrival, last_arrival,
                   encode(payload_hash, 'hex') as payload_hash
              from canonical_summary
             where source = :source /* more */
             order by transition_id, boot_id
             limit :limit
            """;

    private final JdbcClient jdbc;

    Summaries(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /**
     * Events in the order of their keys; a null part does not restrict, but bootId needs transitionId.
     *
     * @param afterTransitionId only events behind this key, or null for the first page
     */
    List<Summary> byKey(String source, String transitionId, String bootId, Key after, int limit) {
        List<String> more = new ArrayList<>();
        if (transitionId != null) {
            more.add("transition_id = :transitionId");
        }
        if (bootId != null) {
            more.add("boot_id = :bootId");
        }
        if (after != null) {
            more.add("(transition_id, boot_id) > (:afterTransitionId, :afterBootId)");
        }
        String conditions = more.isEmpty() ? "" : "and " + String.join(" and ", more);
        return jdbc.sql(BY_KEY.replace("/* more */", conditions))
                .param("source", source)
                .param("transitionId", transitionId)
                .param("bootId", bootId)
                .param("afterTransitionId", after == null ? null : after.transitionId())
                .param("afterBootId", after == null ? null : after.bootId())
                .param("limit", limit)
                .query(Summary.class)
                .list();
    }

    /** The rest of a key behind its source. */
    record Key(String transitionId, String bootId) {}
}
