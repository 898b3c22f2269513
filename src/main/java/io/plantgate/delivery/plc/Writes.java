package io.plantgate.delivery.plc;

import io.plantgate.operation.Equipment;
import io.plantgate.operation.Tag;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Looks at what the commands of a piece of equipment write, where a device is told nothing else. */
final class Writes {

    private Writes() {}

    /** All that any command of a piece of equipment writes, each once. */
    static Stream<Tag> tags(Equipment equipment) {
        return equipment.writes().values().stream()
                .flatMap(Collection::stream)
                .distinct()
                .map(equipment.tags()::get)
                .filter(Objects::nonNull);
    }

    /** What one command writes. */
    static Stream<Tag> tags(Equipment equipment, Set<String> written) {
        return written.stream().map(equipment.tags()::get).filter(Objects::nonNull);
    }

    /**
     * @param because why a command that writes nothing would do nothing
     * @throws IllegalArgumentException if there is such a command
     */
    static void mustBeThere(Equipment equipment, String because) {
        equipment.writes().forEach((command, tags) -> {
            if (tags.isEmpty()) {
                throw new IllegalArgumentException(
                        "commands.%s writes nothing, and %s; give it writes".formatted(command, because));
            }
        });
    }
}
