package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a tag must say: an equal value, one of several, or a number within bounds.
 *
 * @param tag by name
 * @param oneOf allowed values; empty if only bounds count, or a parameter does
 * @param parameter the parameter whose value it must have, or null
 * @param not true if it must say anything but these
 * @param min inclusive, or null
 * @param max inclusive, or null
 */
record TagCondition(String tag, List<JsonNode> oneOf, String parameter, boolean not, BigDecimal min, BigDecimal max) {

    TagCondition {
        oneOf = List.copyOf(oneOf);
    }

    /** What stands against it, in words without values; empty if it holds. */
    Optional<String> objection(Map<String, JsonNode> values, JsonNode parameters) {
        JsonNode value = values.get(tag);
        if (!isRead(values)) {
            return Optional.of(tag + " was not read");
        }
        return holds(value, parameters) ? Optional.empty() : Optional.of(tag + " is " + value + ", " + wanted());
    }

    /** Whether these values hold one of its tag. */
    boolean isRead(Map<String, JsonNode> values) {
        JsonNode value = values.get(tag);
        return value != null && !value.isNull();
    }

    private boolean holds(JsonNode value, JsonNode parameters) {
        if (parameter != null) {
            return not != same(value, parameters.path(parameter));
        }
        if (!oneOf.isEmpty()) {
            return not != oneOf.stream().anyMatch(each -> same(value, each));
        }
        return value.isNumber()
                && (min == null || value.decimalValue().compareTo(min) >= 0)
                && (max == null || value.decimalValue().compareTo(max) <= 0);
    }

    private String wanted() {
        if (parameter != null) {
            return (not ? "not " : "") + "the parameter " + parameter + " is needed";
        }
        if (!oneOf.isEmpty()) {
            return (not ? "none of " : "one of ") + oneOf + " is needed";
        }
        return (min == null ? "" : "at least " + min + " ") + (max == null ? "" : "at most " + max + " ") + "is needed";
    }

    /** Equal numbers are equal whatever their notation. */
    static boolean same(JsonNode one, JsonNode other) {
        if (one == null || other == null) {
            return one == other;
        }
        return one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }
}
