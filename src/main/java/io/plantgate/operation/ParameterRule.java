package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * What a parameter may be.
 *
 * @param type number, integer, text or truth
 * @param unit in which it is always given, for people; null if it has none
 */
record ParameterRule(
        String name,
        Type type,
        boolean required,
        BigDecimal min,
        BigDecimal max,
        List<JsonNode> oneOf,
        Integer charsMax,
        String unit) {

    /** Kinds of values. */
    enum Type {
        NUMBER,
        INTEGER,
        TEXT,
        TRUTH
    }

    ParameterRule {
        oneOf = List.copyOf(oneOf);
    }

    /** What is wrong with the value, without the value; empty if nothing is. */
    Optional<String> objection(JsonNode value) {
        if (value == null || value.isNull()) {
            return required ? Optional.of("is missing" + expected()) : Optional.empty();
        }
        return fits(value) ? Optional.empty() : Optional.of("is out of its bounds" + expected());
    }

    private boolean fits(JsonNode value) {
        boolean typed =
                switch (type) {
                    case NUMBER -> value.isNumber();
                    case INTEGER -> value.isNumber() && isWhole(value.decimalValue());
                    case TEXT ->
                        value.isTextual()
                                && (charsMax == null || value.textValue().length() <= charsMax);
                    case TRUTH -> value.isBoolean();
                };
        return typed
                && (oneOf.isEmpty() || oneOf.stream().anyMatch(each -> TagCondition.same(each, value)))
                && (min == null || value.decimalValue().compareTo(min) >= 0)
                && (max == null || value.decimalValue().compareTo(max) <= 0);
    }

    // Scale and precision alone tell: stripping zeros of 1e999999999 would never end.
    private static boolean isWhole(BigDecimal number) {
        return number.scale() <= 0
                || number.precision() - number.scale() > -20
                        && number.scale() < 100
                        && number.stripTrailingZeros().scale() <= 0;
    }

    private String expected() {
        StringBuilder text =
                new StringBuilder("; expected: ").append(type.name().toLowerCase(java.util.Locale.ROOT));
        if (!oneOf.isEmpty()) {
            text.append(", one of ").append(oneOf);
        }
        if (min != null) {
            text.append(", at least ").append(min);
        }
        if (max != null) {
            text.append(", at most ").append(max);
        }
        if (charsMax != null) {
            text.append(", at most ").append(charsMax).append(" characters");
        }
        return unit == null
                ? text.toString()
                : text.append(", in ").append(unit).toString();
    }
}
