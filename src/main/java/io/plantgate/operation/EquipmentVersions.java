package io.plantgate.operation;

import io.plantgate.event.RawBytes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers of the texts under which operations were judged. */
final class EquipmentVersions {

    private static final String INSERT = """
            insert into equipment_version (equipment, definition, definition_hash) values (:equipment, :definition, :hash)
            on conflict (equipment, definition_hash) do nothing
            """;
    private static final String SELECT =
            "select equipment_version from equipment_version where equipment = :equipment and definition_hash = :hash";

    private final OperationStore store;
    private final Map<String, Known> numbers = new ConcurrentHashMap<>();

    private record Known(String definition, int number) {}

    EquipmentVersions(OperationStore store) {
        this.store = store;
    }

    int number(EquipmentTarget target) {
        Known known = numbers.get(target.name());
        if (known == null || !known.definition().equals(target.definition())) {
            known = new Known(target.definition(), store.inTransaction(() -> make(target)));
            numbers.put(target.name(), known);
        }
        return known.number();
    }

    private int make(EquipmentTarget target) {
        byte[] hash = RawBytes.sha256(target.definition().getBytes(StandardCharsets.UTF_8));
        store.sql(INSERT)
                .param("equipment", target.name())
                .param("definition", target.definition())
                .param("hash", hash)
                .update();
        return store.sql(SELECT)
                .param("equipment", target.name())
                .param("hash", hash)
                .query(Integer.class)
                .single();
    }
}
