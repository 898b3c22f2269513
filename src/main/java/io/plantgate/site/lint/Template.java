package io.plantgate.site.lint;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A route template.
 *
 * @param id null where it has none
 * @param defaults each parameter with its default; empty where it must be given
 */
record Template(String id, Yaml place, Yaml body, Map<String, Optional<String>> defaults) {

    static Template of(Yaml template) {
        Map<String, Optional<String>> defaults = new LinkedHashMap<>();
        template.get("parameters").ifPresent(list -> list.items()
                .forEach(parameter ->
                        parameter.text("name").ifPresent(name -> defaults.put(name, defaultOf(parameter)))));
        return new Template(template.text("id").orElse(null), template, template, defaults);
    }

    /** All that its route may name in {@code {{…}}}: its parameters and its own beans. */
    Set<String> names() {
        Set<String> names = new HashSet<>(defaults.keySet());
        place.get("beans").ifPresent(beans -> beans.items()
                .forEach(bean -> bean.text("name").ifPresent(names::add)));
        return names;
    }

    /** What a parameter may be, if its description says so. */
    Optional<AllowedValue> allowed(String parameter) {
        return place.get("parameters").stream()
                .flatMap(list -> list.items().stream())
                .filter(item -> item.text("name").filter(parameter::equals).isPresent())
                .flatMap(item -> item.text("description").stream())
                .flatMap(description -> AllowedValue.of(description).stream())
                .findFirst();
    }

    // A parameter that is not required and has no default is absent, which Camel accepts.
    private static Optional<String> defaultOf(Yaml parameter) {
        boolean optional = parameter.text("required").filter("false"::equals).isPresent();
        return parameter.text("defaultValue").or(() -> optional ? Optional.of("") : Optional.empty());
    }
}
