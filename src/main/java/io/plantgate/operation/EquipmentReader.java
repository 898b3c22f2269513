package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.intake.YamlFinding;
import io.plantgate.intake.YamlSchema;
import io.plantgate.intake.YamlText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Makes a piece of equipment of its text, or says all that is wrong with it. */
final class EquipmentReader {

    private static final YamlSchema SCHEMA =
            new YamlSchema(EquipmentReader.class.getResourceAsStream("equipment.schema.json"), "the equipment");
    private static final String EMPTY =
            "the file is empty; expected: at least description, protocol, connection, windows, ownership and commands."
                    + " Write them, or remove the file";
    private static final int CALL_MILLIS = 2_000;

    private final String file;
    private final YamlText yaml;
    private final Placeholders placeholders;
    private final List<YamlFinding> findings = new ArrayList<>();

    private EquipmentReader(String file, YamlText yaml, UnaryOperator<String> configured) {
        this.file = file;
        this.yaml = yaml;
        this.placeholders = new Placeholders(configured);
    }

    /**
     * @param file what findings call it
     * @param configured the value of a placeholder's key, null if it has none
     * @throws EquipmentRefusedException with all that is wrong
     */
    static EquipmentTarget read(String name, String file, String text, UnaryOperator<String> configured) {
        YamlText yaml = YamlText.parse(file, text, EMPTY);
        refuse(yaml.findings());
        refuse(SCHEMA.findings(file, yaml));
        EquipmentReader reader = new EquipmentReader(file, yaml, configured);
        EquipmentTarget target = reader.target(name, text);
        refuse(reader.findings);
        return target;
    }

    private static void refuse(List<YamlFinding> findings) {
        if (!findings.isEmpty()) {
            throw new EquipmentRefusedException(findings);
        }
    }

    private EquipmentTarget target(String name, String text) {
        JsonNode root = yaml.root();
        Equipment device = device(name, root);
        CommandReader reader = new CommandReader(device, this::find);
        Map<String, CommandPolicy> commands = new TreeMap<>();
        root.path("commands")
                .fields()
                .forEachRemaining(each -> commands.put(each.getKey(), reader.command(each.getKey(), each.getValue())));
        EquipmentTarget target = new EquipmentTarget(
                device,
                commands,
                windows(root.path("windows")),
                root.path("description").asText(),
                texts(root.path("ownership")),
                text);
        checkWindows(target);
        return target;
    }

    private Equipment device(String name, JsonNode root) {
        Map<String, Tag> tags = new TreeMap<>();
        root.path("tags")
                .fields()
                .forEachRemaining(
                        tag -> tags.put(tag.getKey(), new Tag(tag.getKey(), filled(tag.getValue(), "/tags"))));
        Map<String, JsonNode> commands = new TreeMap<>();
        root.path("commands")
                .fields()
                .forEachRemaining(each ->
                        commands.put(each.getKey(), filled(each.getValue().path("device"), "/commands")));
        return new Equipment(
                name,
                root.path("protocol").asText(),
                filled(root.path("connection"), "/connection"),
                tags,
                root.has("handshake") ? Optional.of(filled(root.path("handshake"), "/handshake")) : Optional.empty(),
                writes(root.path("commands")),
                commands,
                Duration.ofMillis(root.path("callMillis").asInt(CALL_MILLIS)));
    }

    private static Map<String, Set<String>> writes(JsonNode commands) {
        Map<String, Set<String>> writes = new TreeMap<>();
        commands.fields().forEachRemaining(command -> {
            if (CommandClass.of(command.getValue().path("class").asText()) != CommandClass.READ) {
                Set<String> tags = new TreeSet<>();
                command.getValue()
                        .path("writes")
                        .forEach(write -> tags.add(write.path("tag").asText()));
                writes.put(command.getKey(), tags);
            }
        });
        return writes;
    }

    private JsonNode filled(JsonNode node, String pointer) {
        JsonNode filled = placeholders.fill(node);
        placeholders
                .missing()
                .forEach(key -> find(
                        pointer,
                        "{{" + key + "}} is not configured; set it in the site's configuration, or give a default: {{"
                                + key + ":…}}"));
        placeholders.missing().clear();
        return filled;
    }

    private static Windows windows(JsonNode windows) {
        return new Windows(
                seconds(windows, "queueSeconds"),
                seconds(windows, "reconnectSeconds"),
                seconds(windows, "manualRetrySeconds"),
                seconds(windows, "replaySeconds"),
                seconds(windows, "resultsSeconds"));
    }

    /** W-32: a repeat that is still on its way must find its operation. */
    private void checkWindows(EquipmentTarget target) {
        Windows windows = target.windows();
        Duration longest = target.longestRetry();
        if (windows.replay().compareTo(longest) <= 0) {
            find(
                    "/windows/replaySeconds",
                    "replaySeconds " + windows.replay().toSeconds() + " is not longer than the longest retry, "
                            + longest.toSeconds() + " s: one call "
                            + target.device().callTime().toMillis() + " ms + queue "
                            + windows.queue().toSeconds() + " s + reconnect "
                            + windows.reconnect().toSeconds() + " s + manual retry "
                            + windows.manualRetry().toSeconds()
                            + " s + the longest validity and completion of a command; raise it");
        }
        if (windows.results().compareTo(windows.replay()) < 0) {
            find("/windows/resultsSeconds", "resultsSeconds is shorter than replaySeconds; raise it");
        }
    }

    private static Duration seconds(JsonNode node, String key) {
        return Duration.ofSeconds(node.path(key).asLong());
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new TreeMap<>();
        node.fields()
                .forEachRemaining(
                        field -> texts.put(field.getKey(), field.getValue().asText()));
        return texts;
    }

    private void find(String pointer, String message) {
        findings.add(new YamlFinding(file, yaml.lineOf(pointer), message));
    }
}
