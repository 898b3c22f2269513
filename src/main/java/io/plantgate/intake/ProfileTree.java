package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A profile's tree, checked by its schema, with what its readers found wrong beyond that. */
final class ProfileTree {

    private final String file;
    private final YamlText yaml;
    private final List<YamlFinding> findings = new ArrayList<>();

    ProfileTree(String file, YamlText yaml) {
        this.file = file;
        this.yaml = yaml;
    }

    JsonNode root() {
        return yaml.root();
    }

    String file() {
        return file;
    }

    List<YamlFinding> findings() {
        return findings;
    }

    void refuse(String pointer, String message) {
        findings.add(new YamlFinding(file, yaml.lineOf(pointer), message));
    }

    /** A node with the pointer at which it stands. */
    record At(JsonNode node, String pointer) {
        At get(String key) {
            return new At(node.path(key), pointer + "/" + Pointer.escape(key));
        }

        At get(int index) {
            return new At(node.path(index), pointer + "/" + index);
        }

        boolean isThere() {
            return !node.isMissingNode();
        }

        List<At> items() {
            List<At> items = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                items.add(get(i));
            }
            return items;
        }

        Map<String, At> members() {
            Map<String, At> members = new TreeMap<>();
            node.fieldNames().forEachRemaining(name -> members.put(name, get(name)));
            return members;
        }

        String text(String key, String byDefault) {
            return node.path(key).asText(byDefault);
        }
    }

    At at(String key) {
        return new At(root(), "").get(key);
    }

    /**
     * The place written as text, or as an object with exactly one of {@code at}, {@code column}, {@code fact},
     * {@code topic}.
     */
    Place place(At at) {
        if (at.node().isTextual()) {
            return new Place.InItem(Pointer.of(at.node().asText()));
        }
        List<Place> places = new ArrayList<>();
        addTo(places, at);
        if (places.size() != 1) {
            refuse(
                    at.pointer(),
                    name(at) + " names " + places.size() + " places; expected: exactly one of at, column, fact, topic");
        }
        return places.isEmpty() ? new Place.InItem(Pointer.of("")) : places.get(0);
    }

    private static void addTo(List<Place> places, At at) {
        JsonNode node = at.node();
        if (node.has("at")) {
            places.add(new Place.InItem(Pointer.of(node.get("at").asText())));
        }
        if (node.has("column")) {
            places.add(new Place.InItem(Pointer.toField(node.get("column").asText())));
        }
        if (node.has("fact")) {
            places.add(new Place.InFact(node.get("fact").asText()));
        }
        if (node.has("topic")) {
            places.add(new Place.InTopic(node.get("topic").asInt()));
        }
    }

    PartPlace partPlace(At at) {
        return new PartPlace(place(at), at.text("type", "text").equals("digits"));
    }

    /** A part from one place or, by a template, from several. */
    PartRule part(String name, At at) {
        String template = at.text("template", null);
        return template == null ? PartRule.at(name, partPlace(at)) : template(name, template, at.get("parts"));
    }

    private PartRule template(String name, String template, At parts) {
        List<String> names =
                List.of(template.substring(1, template.length() - 1).split("}/\\{"));
        List<PartPlace> places = new ArrayList<>();
        for (String part : names) {
            if (parts.get(part).isThere()) {
                places.add(partPlace(parts.get(part)));
            } else {
                refuse(parts.pointer(), "the template names '" + part + "', which has no place under parts");
            }
        }
        Set<String> unused = new java.util.TreeSet<>(parts.members().keySet());
        unused.removeAll(Set.copyOf(names));
        unused.forEach(part -> refuse(parts.get(part).pointer(), "'" + part + "' does not stand in the template"));
        return PartRule.template(name, places);
    }

    static String name(At at) {
        return at.pointer().isEmpty()
                ? "the profile"
                : at.pointer().substring(1).replace('/', '.');
    }
}
