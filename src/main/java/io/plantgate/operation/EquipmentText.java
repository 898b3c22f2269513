package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.intake.YamlText;
import java.util.TreeSet;
import java.util.stream.Stream;

/** An equipment's text, to be held against another of its texts; what its placeholders stand for is not looked at. */
record EquipmentText(JsonNode root) {

    static EquipmentText of(String definition) {
        return new EquipmentText(YamlText.parse("kept", definition, "empty").root());
    }

    /** Whether both mean the same by a command: its own part, the tags that it names, and the device behind them. */
    boolean saysTheSame(EquipmentText other, String command) {
        JsonNode mine = command(command);
        return mine.isObject()
                && mine.equals(other.command(command))
                && sameAt(other, "protocol", "connection", "handshake", "callMillis")
                && mine.findValuesAsText("tag").stream().allMatch(tag -> sameTag(other, tag))
                && named(mine).allMatch(tag -> sameTag(other, tag));
    }

    /** Whether both lead to the same device, which is asked in the same way what became of a command. */
    boolean leadsToTheSame(EquipmentText other, String command) {
        return sameAt(other, "protocol", "connection", "handshake")
                && command(command).path("device").equals(other.command(command).path("device"));
    }

    private JsonNode command(String name) {
        return root.path("commands").path(name);
    }

    private boolean sameAt(EquipmentText other, String... keys) {
        return Stream.of(keys).allMatch(key -> root.path(key).equals(other.root.path(key)));
    }

    private boolean sameTag(EquipmentText other, String tag) {
        return root.path("tags").path(tag).equals(other.root.path("tags").path(tag));
    }

    private static Stream<String> named(JsonNode command) {
        TreeSet<String> names = new TreeSet<>(command.findValuesAsText("rises"));
        command.path("reads").forEach(name -> names.add(name.asText()));
        return names.stream();
    }
}
