package io.plantgate.site.lint;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A value in a YAML file, with its place. */
record Yaml(Path file, Node node) {

    /**
     * The file's top value; empty for a file without one.
     *
     * @throws org.yaml.snakeyaml.error.YAMLException if the file is not YAML
     */
    static Optional<Yaml> read(Path file) throws java.io.IOException {
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return Optional.ofNullable(new org.yaml.snakeyaml.Yaml(new LoaderOptions()).compose(text))
                    .map(node -> new Yaml(file, node));
        }
    }

    /** One name of a mapping with its value. */
    record Field(String name, Yaml key, Yaml value) {}

    int line() {
        return node.getStartMark().getLine() + 1;
    }

    Finding finding(String what, String remedy) {
        return new Finding(file, line(), what, remedy);
    }

    List<Yaml> items() {
        return node instanceof SequenceNode sequence
                ? sequence.getValue().stream().map(this::at).toList()
                : List.of();
    }

    List<Field> fields() {
        return node instanceof MappingNode mapping
                ? mapping.getValue().stream().map(this::field).toList()
                : List.of();
    }

    private Field field(NodeTuple tuple) {
        Yaml key = at(tuple.getKeyNode());
        return new Field(key.asText().orElse(""), key, at(tuple.getValueNode()));
    }

    Optional<Yaml> get(String name) {
        return fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .map(Field::value);
    }

    Optional<String> text(String name) {
        return get(name).flatMap(Yaml::asText);
    }

    Optional<String> asText() {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /** Every field of every mapping from here down, from the top to the bottom. */
    Stream<Field> allFields() {
        return Stream.concat(
                fields().stream()
                        .flatMap(field ->
                                Stream.concat(Stream.of(field), field.value().allFields())),
                items().stream().flatMap(Yaml::allFields));
    }

    /** Every text from here down that is a value, from the top to the bottom; descriptions are for people only. */
    Stream<Yaml> allTexts() {
        Stream<Yaml> below = Stream.concat(
                fields().stream()
                        .filter(field -> !field.name().equals("description"))
                        .flatMap(field -> field.value().allTexts()),
                items().stream().flatMap(Yaml::allTexts));
        return asText().isPresent() ? Stream.of(this) : below;
    }

    private Yaml at(Node other) {
        return new Yaml(file, other);
    }
}
