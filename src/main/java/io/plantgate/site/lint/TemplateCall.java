package io.plantgate.site.lint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A site's use of a template. */
record TemplateCall(Yaml place) {

    String template() {
        return place.text("routeTemplateRef").orElse("");
    }

    List<Yaml> parameters() {
        return place.get("parameters").map(Yaml::items).orElse(List.of());
    }

    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        parameters().forEach(parameter -> parameter
                .text("name")
                .ifPresent(name -> values.put(name, parameter.text("value").orElse(""))));
        return values;
    }

    /** The route that comes out, with defaults where the call gives no value. */
    Route from(Template template) {
        Map<String, String> values = new LinkedHashMap<>();
        template.defaults().forEach((name, value) -> value.ifPresent(text -> values.put(name, text)));
        values.putAll(values());
        return new Route(
                place.text("routeId").orElse(null),
                place,
                template.body(),
                values,
                place.text("prefixId").orElse(null));
    }
}
