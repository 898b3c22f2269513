package io.plantgate.delivery.plc;

import io.plantgate.operation.Equipment;

/** Looks at what the commands of a piece of equipment write, where a device is told nothing else. */
final class Writes {

    private Writes() {}

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
