package io.plantgate.site.lint;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A call of a template that does not exist, with a parameter that it does not have, or without one that it needs. */
final class TemplateRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return Stream.concat(
                site.templates().stream().flatMap(TemplateRule::fileName),
                site.calls().stream().flatMap(call -> call(call, site)));
    }

    private static Stream<Finding> fileName(Template template) {
        String file = template.place().file().getFileName().toString().replace(".camel.yaml", "");
        return Stream.of(template)
                .filter(t -> t.id() == null || !t.id().equals(file))
                .map(t -> t.place()
                        .finding(
                                "template '%s' stands in a file of another name.".formatted(t.id()),
                                "A template's id is its file's name: call it '%s'.".formatted(file)));
    }

    private static Stream<Finding> call(TemplateCall call, SiteRoutes site) {
        Template template = site.template(call.template());
        if (template == null) {
            return Stream.of(call.place()
                    .finding(
                            "template '%s' does not exist.".formatted(call.template()),
                            "Name one of %s.".formatted(site.templateIds())));
        }
        return Stream.concat(unknown(call, template), missing(call, template));
    }

    private static Stream<Finding> unknown(TemplateCall call, Template template) {
        return call.parameters().stream()
                .filter(given -> given.text("name")
                        .filter(template.defaults()::containsKey)
                        .isEmpty())
                .map(given -> given.finding(
                        "template '%s' has no parameter '%s'; Camel would ignore it and use a default."
                                .formatted(template.id(), given.text("name").orElse("")),
                        "Name one of %s.".formatted(template.defaults().keySet())));
    }

    private static Stream<Finding> missing(TemplateCall call, Template template) {
        Map<String, String> given = call.values();
        return template.defaults().entrySet().stream()
                .filter(parameter -> parameter.getValue().equals(Optional.empty()))
                .map(Map.Entry::getKey)
                .filter(name -> !given.containsKey(name))
                .map(name -> call.place()
                        .finding(
                                "template '%s' needs the parameter '%s'.".formatted(template.id(), name),
                                "Add it under parameters."));
    }
}
