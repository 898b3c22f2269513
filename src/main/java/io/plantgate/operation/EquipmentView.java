package io.plantgate.operation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a piece of equipment is to those who may ask for writes: never its address or credentials. */
public record EquipmentView(
        String name,
        String description,
        String protocol,
        boolean handshake,
        Map<String, String> ownership,
        long replaySeconds,
        long resultsSeconds,
        List<Command> commands) {

    /** What it can be told. */
    public record Command(
            String name,
            String kind,
            List<String> from,
            List<String> parameters,
            String authorisation,
            String proof,
            long validitySecondsMax,
            long completionSeconds) {}

    static EquipmentView of(EquipmentTarget target) {
        return new EquipmentView(
                target.name(),
                target.description(),
                target.device().protocol(),
                target.device().handshake().isPresent(),
                new TreeMap<>(target.owners()),
                target.windows().replay().toSeconds(),
                target.windows().results().toSeconds(),
                new TreeMap<>(target.commands())
                        .values().stream().map(EquipmentView::command).toList());
    }

    private static Command command(CommandPolicy command) {
        return new Command(
                command.name(),
                command.kind().word(),
                command.clients().stream().sorted().toList(),
                command.parameters().keySet().stream().sorted().toList(),
                command.authorisation().name(),
                proof(command),
                command.validityMax().toSeconds(),
                command.completion().toSeconds());
    }

    private static String proof(CommandPolicy command) {
        if (command.readBack() == null) {
            return "the device's own word";
        }
        return command.readBack().rises() == null
                ? "read back, where it differed before"
                : "read back, where " + command.readBack().rises() + " rose";
    }
}
