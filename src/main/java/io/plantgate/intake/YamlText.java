package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A YAML text as a tree that remembers its lines. Scalars are read as YAML 1.2's core schema does: {@code on}, {@code yes}
 * and dates are text; numbers are exact decimals.
 */
public final class YamlText {

    // Aliases of aliases grow to the power of their number; no file that a person wrote has so many values.
    private static final int VALUES_MAX = 100_000;
    private static final String NUMBER = "[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?";

    private final String file;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<YamlFinding> findings = new ArrayList<>();
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private JsonNode root = JsonNodeFactory.instance.missingNode();
    private int values;

    private YamlText(String file) {
        this.file = file;
    }

    /**
     * Reads a text; what is wrong with it is in {@link #findings()}.
     *
     * @param file what findings call it
     * @param whenEmpty what to say of a text without a document
     */
    public static YamlText parse(String file, String text, String whenEmpty) {
        YamlText parsed = new YamlText(file);
        try {
            Node node = new Yaml(new LoaderOptions()).compose(new StringReader(text));
            if (node == null) {
                parsed.add(0, whenEmpty);
            } else {
                parsed.root = parsed.tree(node, "");
            }
        } catch (NoTreeException e) {
            parsed.add(e.line, e.getMessage());
        } catch (StackOverflowError e) {
            parsed.add(0, "is nested deeper than can be read; write it flatter");
        } catch (MarkedYAMLException e) {
            parsed.add(line(e.getProblemMark()), "not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            parsed.add(0, "not YAML: " + e.getMessage());
        }
        return parsed;
    }

    /** The tree; a missing node if there is none. */
    public JsonNode root() {
        return root;
    }

    public List<YamlFinding> findings() {
        return findings;
    }

    /** The line of the value at a JSON pointer, or of the nearest that is there around it. */
    public int lineOf(String pointer) {
        String place = pointer;
        while (!lines.containsKey(place) && !place.isEmpty()) {
            place = place.substring(0, Math.max(0, place.lastIndexOf('/')));
        }
        return lines.getOrDefault(place, 1);
    }

    private JsonNode tree(Node node, String pointer) {
        int line = line(node.getStartMark());
        lines.putIfAbsent(pointer, line);
        if (++values > VALUES_MAX) {
            throw new NoTreeException(
                    line,
                    "has more than " + VALUES_MAX + " values, aliases counted as what they stand for; write less");
        }
        if (node instanceof ScalarNode scalar) {
            return scalar(scalar);
        }
        if (!open.add(node)) {
            throw new NoTreeException(
                    line, "the value that begins here holds an alias (*) to itself; write out what it is to stand for");
        }
        JsonNode tree =
                node instanceof MappingNode mapping ? object(mapping, pointer) : array((SequenceNode) node, pointer);
        open.remove(node);
        return tree;
    }

    private ObjectNode object(MappingNode mapping, String pointer) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            String place = pointer + "/" + Pointer.escape(key);
            int line = line(tuple.getKeyNode().getStartMark());
            if (object.has(key)) {
                add(line, "'" + key + "' stands twice; keep one.");
            }
            lines.put(place, line);
            object.set(key, tree(tuple.getValueNode(), place));
        }
        return object;
    }

    private ArrayNode array(SequenceNode sequence, String pointer) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Node item : sequence.getValue()) {
            array.add(tree(item, pointer + "/" + array.size()));
        }
        return array;
    }

    private static JsonNode scalar(ScalarNode node) {
        JsonNodeFactory nodes = JsonNodeFactory.withExactBigDecimals(true);
        String text = node.getValue();
        if (!node.isPlain()) {
            return nodes.textNode(text);
        }
        if (text.matches(NUMBER)) {
            return nodes.numberNode(new BigDecimal(text));
        }
        return switch (text) {
            case "true" -> nodes.booleanNode(true);
            case "false" -> nodes.booleanNode(false);
            case "", "~", "null" -> nodes.nullNode();
            default -> nodes.textNode(text);
        };
    }

    /** The text is YAML, and no tree. */
    private static final class NoTreeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int line;

        NoTreeException(int line, String message) {
            super(message);
            this.line = line;
        }
    }

    private void add(int line, String message) {
        findings.add(new YamlFinding(file, line, message));
    }

    private static int line(Mark mark) {
        return mark == null ? 0 : mark.getLine() + 1;
    }
}
