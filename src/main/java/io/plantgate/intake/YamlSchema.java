package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks a tree against the JSON Schema that editors use too (draft 2020-12). */
public final class YamlSchema {

    private final JsonSchema schema;
    private final String whole;

    /**
     * @param json the schema; closed here
     * @param whole what a file of this schema is called in findings, e.g. {@code the profile}
     */
    public YamlSchema(InputStream json, String whole) {
        this.schema = load(json);
        this.whole = whole;
    }

    /** All that is wrong with the file's tree; empty if nothing is. */
    public List<YamlFinding> findings(String file, YamlText yaml) {
        return schema.validate(yaml.root()).stream()
                .map(message -> finding(file, yaml, message))
                .distinct()
                .toList();
    }

    private YamlFinding finding(String file, YamlText yaml, ValidationMessage message) {
        String place = message.getInstanceLocation().toString();
        String key = message.getProperty();
        if (message.getType().equals("additionalProperties") && key != null) {
            String at = place + "/" + Pointer.escape(key);
            return new YamlFinding(file, yaml.lineOf(at), "unknown key '" + key + "'" + expected(message));
        }
        if (message.getType().equals("required")) {
            return new YamlFinding(
                    file,
                    yaml.lineOf(place),
                    name(place) + " lacks '" + key + "'; expected: " + describe(message, key));
        }
        return new YamlFinding(file, yaml.lineOf(place), name(place) + ": " + problem(message) + expected(message));
    }

    private String problem(ValidationMessage message) {
        JsonNode found = message.getInstanceNode();
        return switch (message.getType()) {
            case "enum", "const", "pattern", "type", "minimum", "maximum" -> found + " is not allowed";
            default -> {
                String text = message.getMessage();
                yield text.substring(text.indexOf(": ") + (text.contains(": ") ? 2 : 1));
            }
        };
    }

    private String expected(ValidationMessage message) {
        JsonNode rule = rule(message);
        if (message.getType().equals("additionalProperties")) {
            List<String> names = new ArrayList<>();
            rule.path("properties").fieldNames().forEachRemaining(names::add);
            return names.isEmpty() ? "" : "; expected one of: " + String.join(", ", names);
        }
        String description = rule.path("description").asText("");
        return description.isEmpty() ? "" : "; expected: " + description;
    }

    private String describe(ValidationMessage message, String key) {
        JsonNode property = rule(message).path("properties").path(key);
        String reference = property.path("$ref").asText("");
        JsonNode described = reference.isEmpty() ? property : root().at(reference.substring(1));
        return described.path("description").asText(key);
    }

    // The schema object that holds the failed keyword.
    private JsonNode rule(ValidationMessage message) {
        String pointer = message.getSchemaLocation().getFragment().toString();
        return root().at(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private JsonNode root() {
        return schema.getSchemaNode();
    }

    private String name(String place) {
        return place.isEmpty() ? whole : place.substring(1).replace('/', '.');
    }

    private static JsonSchema load(InputStream json) {
        SchemaValidatorsConfig config = SchemaValidatorsConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ENGLISH)
                .build();
        try (InputStream in = json) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in, config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
