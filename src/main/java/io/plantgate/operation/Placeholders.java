package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills {@code {{key}}} and {@code {{key:default}}} of texts from the site's configuration, as routes have them. */
final class Placeholders {

    private static final Pattern PLACE = Pattern.compile("\\{\\{([^}:]+)(?::([^}]*))?}}");

    private final UnaryOperator<String> configured;
    private final Set<String> missing = new TreeSet<>();

    /** @param configured the value of a key, null if it has none */
    Placeholders(UnaryOperator<String> configured) {
        this.configured = configured;
    }

    /** Keys that have neither a value nor a default. */
    Set<String> missing() {
        return missing;
    }

    JsonNode fill(JsonNode node) {
        if (node.isObject()) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            node.fields().forEachRemaining(field -> filled.set(field.getKey(), fill(field.getValue())));
            return filled;
        }
        if (node.isArray()) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> filled.add(fill(item)));
            return filled;
        }
        return node.isTextual() ? JsonNodeFactory.instance.textNode(fill(node.textValue())) : node;
    }

    private String fill(String text) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place.group(1), place.group(2))));
    }

    private String value(String key, String byDefault) {
        String value = configured.apply(key);
        if (value == null && byDefault == null) {
            missing.add(key);
        }
        return value != null ? value : byDefault == null ? "" : byDefault;
    }
}
