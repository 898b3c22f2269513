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

/** Checks a profile's tree against the JSON Schema that editors use too (draft 2020-12). */
final class ProfileSchema {

    private static final String RESOURCE = "profile.schema.json";
    private static final JsonSchema SCHEMA = load();

    private ProfileSchema() {}

    static List<ProfileFinding> findings(String file, YamlText yaml) {
        return SCHEMA.validate(yaml.root()).stream()
                .map(message -> finding(file, yaml, message))
                .distinct()
                .toList();
    }

    private static ProfileFinding finding(String file, YamlText yaml, ValidationMessage message) {
        String place = message.getInstanceLocation().toString();
        String key = message.getProperty();
        if (message.getType().equals("additionalProperties") && key != null) {
            String at = place + "/" + Pointer.escape(key);
            return new ProfileFinding(file, yaml.lineOf(at), "unknown key '" + key + "'" + expected(message));
        }
        if (message.getType().equals("required")) {
            return new ProfileFinding(
                    file,
                    yaml.lineOf(place),
                    name(place) + " lacks '" + key + "'; expected: " + describe(message, key));
        }
        return new ProfileFinding(file, yaml.lineOf(place), name(place) + ": " + problem(message) + expected(message));
    }

    private static String problem(ValidationMessage message) {
        JsonNode found = message.getInstanceNode();
        return switch (message.getType()) {
            case "enum", "const", "pattern", "type", "minimum", "maximum" -> found + " is not allowed";
            default -> {
                String text = message.getMessage();
                yield text.substring(text.indexOf(": ") + (text.contains(": ") ? 2 : 1));
            }
        };
    }

    private static String expected(ValidationMessage message) {
        JsonNode rule = rule(message);
        if (message.getType().equals("additionalProperties")) {
            List<String> names = new ArrayList<>();
            rule.path("properties").fieldNames().forEachRemaining(names::add);
            return names.isEmpty() ? "" : "; expected one of: " + String.join(", ", names);
        }
        String description = rule.path("description").asText("");
        return description.isEmpty() ? "" : "; expected: " + description;
    }

    private static String describe(ValidationMessage message, String key) {
        JsonNode property = rule(message).path("properties").path(key);
        String reference = property.path("$ref").asText("");
        JsonNode described = reference.isEmpty() ? property : root().at(reference.substring(1));
        return described.path("description").asText(key);
    }

    // The schema object that holds the failed keyword.
    private static JsonNode rule(ValidationMessage message) {
        String pointer = message.getSchemaLocation().getFragment().toString();
        return root().at(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private static JsonNode root() {
        return SCHEMA.getSchemaNode();
    }

    private static String name(String place) {
        return place.isEmpty() ? "the profile" : place.substring(1).replace('/', '.');
    }

    private static JsonSchema load() {
        SchemaValidatorsConfig config = SchemaValidatorsConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ENGLISH)
                .build();
        try (InputStream in = ProfileSchema.class.getResourceAsStream(RESOURCE)) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in, config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
