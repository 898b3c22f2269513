package io.plantgate.operation;

import io.plantgate.event.RawBytes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers of the texts under which operations were judged. */
final class EquipmentVersions {

    private static final String INSERT = """
            insert into equipment_version (equipment, definition, definition_hash) values (:equipment, :definition, :hash)
            on conflict (equipment, definition_hash) do nothing
            """;
    private static final String SELECT =
            "select equipment_version from equipment_version where equipment = :equipment and definition_hash = :hash";
    private static final String TEXT =
            "select definition from equipment_version where equipment = :equipment and equipment_version = :version";

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

    /** What such a text said of a command; empty if there is no such text. */
    Optional<EquipmentText> text(EquipmentTarget target, int version) {
        return store.inTransaction(() -> store.sql(TEXT)
                .param("equipment", target.name())
                .param("version", version)
                .query(String.class)
                .optional()
                .map(EquipmentText::of));
    }

    /** True if a command means the same now as under that version: only what it says itself, and what it is sent to. */
    boolean isTheSame(EquipmentTarget target, String command, int version) {
        return number(target) == version
                || text(target, version)
                        .filter(old -> old.saysTheSame(EquipmentText.of(target.definition()), command))
                        .isPresent();
    }

    /** True if the device and its way of telling what it did are the same now as under that version. */
    boolean isTheSameDevice(EquipmentTarget target, String command, int version) {
        return number(target) == version
                || text(target, version)
                        .filter(old -> old.leadsToTheSame(EquipmentText.of(target.definition()), command))
                        .isPresent();
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
