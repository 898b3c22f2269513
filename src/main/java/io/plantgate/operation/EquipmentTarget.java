package io.plantgate.operation;

import java.time.Duration;
import java.util.Map;

/**
 * One piece of equipment with everything that its file says.
 *
 * @param device what the driver sees of it
 * @param definition the file's text, kept with what was judged by it
 */
record EquipmentTarget(
        Equipment device,
        Map<String, CommandPolicy> commands,
        Windows windows,
        String description,
        Map<String, String> owners,
        String definition) {

    EquipmentTarget {
        commands = Map.copyOf(commands);
        owners = Map.copyOf(owners);
    }

    String name() {
        return device.name();
    }

    /** The longest that a copy of a request can still be on its way. */
    Duration longestRetry() {
        Duration longest = device.callTime()
                .plus(windows.queue())
                .plus(windows.reconnect())
                .plus(windows.manualRetry());
        Duration validity = commands.values().stream()
                .map(command -> command.validityMax().plus(command.completion()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return longest.plus(validity);
    }
}
