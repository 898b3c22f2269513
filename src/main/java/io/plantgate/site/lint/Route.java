package io.plantgate.site.lint;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A route that will run: written out, or made from a template.
 *
 * @param id null where it has none
 * @param place what to point at: the route, or the call of the template
 * @param body the steps, in the site's file or in the template's
 * @param values of the template's parameters; empty for a route that is written out
 * @param prefix of the node ids, or null
 */
record Route(String id, Yaml place, Yaml body, Map<String, String> values, String prefix) {

    /** The text with the template's parameters in place; others ({@code {{…}}} of the configuration) stay. */
    String resolve(String text) {
        String resolved = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            resolved = resolved.replaceAll(
                    "\\{\\{\\s*\\??" + java.util.regex.Pattern.quote(value.getKey()) + "(:[^}]*)?\\s*}}",
                    java.util.regex.Matcher.quoteReplacement(value.getValue()));
        }
        return resolved;
    }

    Stream<Endpoint> endpoints() {
        return Endpoint.in(body);
    }

    Optional<String> name(Endpoint endpoint, String parameter) {
        return endpoint.name(parameter, this::resolve);
    }
}
