package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the store says of how far the attempts of an operation came. */
final class BegunWrites {

    // Nothing was written only if every attempt that was ever counted is there to say so, and no commit can be lost.
    private static final String NEVER_BEGUN = """
            select o.attempts > 0 and o.attempts = count(a.attempt_id) and count(a.writing_at) filter (where a.word is distinct from 'LATE') = 0
              from operation o left join operation_attempt a on a.operation_key = o.operation_key
             where o.operation_key = :key and not exists (select from operation_deployment d where d.seen_at > o.received_at)
             group by o.operation_key
            """;
    private static final String BEGUN = """
            select a.attempt_id, a.values_before, coalesce(a.equipment_version, o.equipment_version) as equipment_version
              from operation_attempt a join operation o using (operation_key)
             where a.operation_key = :key and a.writing_at is not null and a.word is distinct from 'LATE'
             order by a.attempt_id desc
             limit 1
            """;

    private final OperationStore store;

    BegunWrites(OperationStore store) {
        this.store = store;
    }

    /**
     * A write that began.
     *
     * @param before what the device said directly before, by tag
     * @param version of the equipment's text
     */
    record Begun(long attempt, Map<String, JsonNode> before, int version) {}

    /** True if certainly none ever began. */
    boolean none(long key) {
        return store.sql(NEVER_BEGUN)
                .param("key", key)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    /** The newest; empty if there is none in the store. */
    Optional<Begun> newest(long key) {
        return store.sql(BEGUN)
                .param("key", key)
                .query((row, number) -> new Begun(
                        row.getLong("attempt_id"),
                        values(row.getString("values_before")),
                        row.getInt("equipment_version")))
                .optional();
    }

    private static Map<String, JsonNode> values(String json) {
        Map<String, JsonNode> values = new TreeMap<>();
        OperationPayload.read(json).fields().forEachRemaining(field -> values.put(field.getKey(), field.getValue()));
        return values;
    }
}
