package io.plantgate.site.lint;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code {{key}}} that neither the template nor any configuration defines: Camel says so in the middle of a start. */
final class PlaceholderRule implements Rule {

    // Not: {{?optional}}, {{key:default}}, {{env:NAME}}.
    private static final Pattern NEEDED = Pattern.compile("\\{\\{\\s*([^{}?:\\s]+)\\s*}}");

    // Camel gives these to every route of a template.
    private static final Set<String> OF_CAMEL = Set.of("routeId", "nodePrefixId");

    private final Predicate<String> configured;

    /** @param configured true for a key of the configuration with which the site would start */
    PlaceholderRule(Predicate<String> configured) {
        this.configured = configured;
    }

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.items().stream().flatMap(this::check);
    }

    private Stream<Finding> check(Yaml item) {
        Set<String> ofTemplate =
                item.get("routeTemplate").map(Template::of).map(Template::names).orElse(Set.of());
        return item.allTexts().flatMap(text -> keys(text)
                .filter(key -> !ofTemplate.contains(key) && !OF_CAMEL.contains(key) && !configured.test(key))
                .map(key -> text.finding(
                        "nothing defines '{{%s}}'.".formatted(key),
                        "Correct the name, or set it in config/sites/<site>.yaml.")));
    }

    private static Stream<String> keys(Yaml text) {
        return NEEDED.matcher(text.asText().orElse("")).results().map(key -> key.group(1));
    }
}
