package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.CommandPolicy.Authorisation;
import io.plantgate.operation.CommandPolicy.Write;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Makes the commands of a piece of equipment, and says where one is looser than its class or names what is not there. */
final class CommandReader {

    private final Equipment device;
    private final BiConsumer<String, String> find;

    /** @param find takes the JSON pointer of a finding and its text */
    CommandReader(Equipment device, BiConsumer<String, String> find) {
        this.device = device;
        this.find = find;
    }

    CommandPolicy command(String name, JsonNode node) {
        String at = "/commands/" + name;
        CommandPolicy command = new CommandPolicy(
                name,
                CommandClass.of(node.path("class").asText()),
                texts(node.path("from")),
                parameters(node.path("parameters")),
                authorisation(node),
                conditions(node.path("interlocks")),
                writes(node.path("writes")),
                List.copyOf(texts(node.path("reads"))),
                readBack(node.path("readBack")),
                Duration.ofSeconds(node.path("completionSeconds").asLong(0)),
                node.path("ratePerMinute").asInt(0),
                Duration.ofSeconds(node.path("validitySecondsMax").asLong()),
                node.path("merge").asText("none").equals("newest-waiting"),
                node.path("repeat").asText("known-not-done").equals("known-not-done"));
        checkNames(at, command);
        checkClass(at, command);
        return command;
    }

    private void checkNames(String at, CommandPolicy command) {
        Set<String> tags = new HashSet<>(command.tagsBefore());
        tags.addAll(command.reads());
        command.writes().forEach(write -> tags.add(write.tag()));
        tags.stream()
                .filter(tag -> !device.tags().containsKey(tag))
                .forEach(tag -> find.accept(
                        at,
                        "'" + tag + "' is no tag of this file; expected one of: "
                                + String.join(
                                        ", ",
                                        device.tags().keySet().stream().sorted().toList())));
        parametersOf(command)
                .filter(name -> !command.parameters().containsKey(name))
                .forEach(name -> find.accept(
                        at, "'" + name + "' is no parameter of " + command.name() + "; name it under parameters"));
    }

    private static Stream<String> parametersOf(CommandPolicy command) {
        List<String> names = new ArrayList<>();
        command.writes().forEach(write -> names.add(write.parameter()));
        command.interlocks().forEach(condition -> names.add(condition.parameter()));
        if (command.readBack() != null) {
            command.readBack().conditions().forEach(condition -> names.add(condition.parameter()));
        }
        return names.stream().filter(name -> name != null).distinct();
    }

    private void checkClass(String at, CommandPolicy command) {
        CommandClass kind = command.kind();
        if ((kind == CommandClass.READ) != !command.reads().isEmpty()) {
            find.accept(at, "reads belongs to class read, and class read needs it");
        }
        if (kind == CommandClass.READ && !command.writes().isEmpty()) {
            find.accept(at + "/writes", "class read writes nothing; remove writes, or choose another class");
        }
        if (command.newestWaiting() && !kind.mergeable()) {
            find.accept(at + "/merge", "class " + kind.word() + " is never merged; remove merge");
        }
        if (kind.needsApprover() && command.authorisation() == Authorisation.NONE) {
            find.accept(
                    at + "/authorisation", "class " + kind.word() + " needs an authorisation: approver or four-eyes");
        }
        checkProof(at, command);
    }

    private void checkProof(String at, CommandPolicy command) {
        CommandClass kind = command.kind();
        boolean spoken = device.handshake().isPresent() || command.completion().toSeconds() > 0;
        if (kind.needsProof() && command.readBack() == null && !spoken) {
            find.accept(
                    at,
                    "nothing would ever prove that it was done; give it a readBack or completionSeconds, or the equipment a"
                            + " handshake");
        }
        if (kind.needsCountedProof()
                && !spoken
                && command.readBack() != null
                && command.readBack().rises() == null) {
            find.accept(
                    at + "/readBack",
                    "class " + kind.word() + " needs readBack.rises, completionSeconds or a handshake: an equal value"
                            + " may be that of an earlier one");
        }
    }

    private static Authorisation authorisation(JsonNode node) {
        String word = node.path("authorisation").asText("none");
        return Authorisation.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static Map<String, ParameterRule> parameters(JsonNode node) {
        Map<String, ParameterRule> rules = new TreeMap<>();
        node.fields().forEachRemaining(field -> rules.put(field.getKey(), parameter(field.getKey(), field.getValue())));
        return rules;
    }

    private static ParameterRule parameter(String name, JsonNode node) {
        return new ParameterRule(
                name,
                ParameterRule.Type.valueOf(node.path("type").asText().toUpperCase(Locale.ROOT)),
                node.path("required").asBoolean(true),
                decimal(node.path("min")),
                decimal(node.path("max")),
                items(node.path("enum")),
                node.has("charsMax") ? node.path("charsMax").asInt() : null,
                node.path("unit").asText(null));
    }

    private ReadBack readBack(JsonNode node) {
        return node.isMissingNode()
                ? null
                : new ReadBack(
                        conditions(node.path("conditions")),
                        node.path("rises").asText(null),
                        Duration.ofMillis(node.path("withinMillis").asLong(0)));
    }

    private static List<Write> writes(JsonNode node) {
        List<Write> writes = new ArrayList<>();
        node.forEach(write -> writes.add(new Write(
                write.path("tag").asText(),
                write.get("value"),
                write.path("parameter").asText(null))));
        return writes;
    }

    private static List<TagCondition> conditions(JsonNode node) {
        return items(node).stream().map(CommandReader::condition).toList();
    }

    private static TagCondition condition(JsonNode node) {
        List<JsonNode> oneOf = new ArrayList<>(items(node.path("in")));
        if (node.has("equals")) {
            oneOf.add(node.get("equals"));
        }
        if (node.has("not")) {
            oneOf.add(node.get("not"));
        }
        return new TagCondition(
                node.path("tag").asText(),
                oneOf,
                node.path("parameter").asText(null),
                node.has("not"),
                decimal(node.path("min")),
                decimal(node.path("max")));
    }

    private static List<JsonNode> items(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false).toList();
    }

    private static Set<String> texts(JsonNode node) {
        Set<String> texts = new LinkedHashSet<>();
        node.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static BigDecimal decimal(JsonNode node) {
        return node.isNumber() ? node.decimalValue() : null;
    }
}
