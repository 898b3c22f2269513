package io.plantgate.site.lint;

import java.util.Optional;
import java.util.stream.Stream;

/** A call that gives a template's parameter a value of which its description says that it cannot be. */
final class ParameterValueRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.calls().stream().flatMap(call -> Optional.ofNullable(site.template(call.template())).stream()
                .flatMap(template -> call.parameters().stream().flatMap(given -> check(given, template))));
    }

    private static Stream<Finding> check(Yaml given, Template template) {
        String name = given.text("name").orElse("");
        Yaml value = given.get("value").orElse(given);
        String text = value.asText().orElse("");
        return template
                .allowed(name)
                .filter(allowed -> !allowed.allows(text))
                .map(allowed -> value.finding(
                        "%s: '%s' is not allowed.".formatted(name, text), "Write %s.".formatted(allowed.inWords())))
                .stream();
    }
}
