package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads one object of an equipment's file, and says by its path what is wrong in it. */
final class Settings {

    private final String path;
    private final JsonNode object;

    private Settings(String path, JsonNode object) {
        this.path = path;
        this.object = object;
    }

    /**
     * @param path of the object, for messages, e.g. {@code tags.speed}
     * @param known the keys that it may have
     */
    static Settings of(String path, JsonNode object, Set<String> known) {
        if (object == null || !object.isObject()) {
            throw new IllegalArgumentException(path + " is no object with keys " + sorted(known));
        }
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "%s.%s is unknown; the keys are %s".formatted(path, name, sorted(known)));
            }
        }
        return new Settings(path, object);
    }

    String path() {
        return path;
    }

    boolean has(String key) {
        return !object.path(key).isMissingNode() && !object.path(key).isNull();
    }

    JsonNode node(String key) {
        return object.path(key);
    }

    String text(String key) {
        return optionalText(key)
                .orElseThrow(() -> new IllegalArgumentException("%s.%s is missing".formatted(path, key)));
    }

    Optional<String> optionalText(String key) {
        return Optional.of(object.path(key).asText("")).filter(text -> !text.isBlank());
    }

    int number(String key, int min, int max) {
        JsonNode value = object.path(key);
        // Placeholders of config/sites arrive as text.
        String text = value.isNumber() || value.isTextual() ? value.asText() : "";
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with what would be right.
        }
        throw new IllegalArgumentException("%s.%s is no number from %d to %d".formatted(path, key, min, max));
    }

    int number(String key, int min, int max, int otherwise) {
        return has(key) ? number(key, min, max) : otherwise;
    }

    <E extends Enum<E>> E oneOf(String key, Class<E> type, E otherwise) {
        Optional<String> text = optionalText(key);
        if (text.isEmpty() && otherwise != null) {
            return otherwise;
        }
        return List.of(type.getEnumConstants()).stream()
                .filter(one -> word(one).equals(text.orElse("")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s.%s is not one of %s"
                        .formatted(
                                path,
                                key,
                                List.of(type.getEnumConstants()).stream()
                                        .map(Settings::word)
                                        .toList())));
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> sorted(Set<String> keys) {
        return keys.stream().sorted().toList();
    }
}
