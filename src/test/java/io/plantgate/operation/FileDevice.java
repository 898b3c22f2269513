package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A machine whose state is a file, so that it outlives the gateway that writes to it: a line for each write. */
class FileDevice implements Driver {

    private final Path file;

    FileDevice(Path file) {
        this.file = file;
    }

    /** Called at the steps of a write. */
    void reached(HaltingWriting.Step step) {}

    List<String> written() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String protocol() {
        return "scripted";
    }

    @Override
    public void check(Equipment equipment) {}

    @Override
    public Set<String> places(Equipment equipment) {
        return Set.of(equipment.connection().path("host").asText());
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        reached(HaltingWriting.Step.CLAIMED);
        return new Session() {
            @Override
            public Map<String, JsonNode> read(Collection<Tag> tags, Deadline until) {
                Map<String, JsonNode> values = new TreeMap<>();
                tags.forEach(tag -> values.put(tag.name(), value(tag.name())));
                return values;
            }

            @Override
            public DeviceWord write(DeviceWrite write, Deadline until) {
                reached(HaltingWriting.Step.MARKED);
                append(write.operationId());
                reached(HaltingWriting.Step.WRITTEN);
                return new DeviceWord.Accepted(null, "acknowledged");
            }

            @Override
            public DeviceWord ask(DeviceWrite write, Deadline until) {
                return new DeviceWord.Nothing("knows no operations");
            }

            @Override
            public void close() {}
        };
    }

    private JsonNode value(String tag) {
        return switch (tag) {
            case "running" -> JsonNodeFactory.instance.booleanNode(written().isEmpty());
            case "version" -> JsonNodeFactory.instance.numberNode(written().size());
            default -> JsonNodeFactory.instance.booleanNode(false);
        };
    }

    private void append(String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
