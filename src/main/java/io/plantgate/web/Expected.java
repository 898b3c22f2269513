package io.plantgate.web;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Says in words what a value must be, so that no message of a library is passed on. */
final class Expected {

    private Expected() {}

    static String of(Class<?> type) {
        if (type == null) {
            return "not a value of its kind.";
        }
        if (type.isEnum()) {
            return "not one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(Object::toString)
                            .collect(Collectors.joining(", "))
                    + ".";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "not a whole number in digits, or too large.";
        }
        if (type == Instant.class) {
            return "not a time such as 2026-03-28T08:00:12.180Z.";
        }
        if (type == Boolean.class) {
            return "neither true nor false.";
        }
        return type == String.class ? "not a text." : "not a JSON object.";
    }
}
