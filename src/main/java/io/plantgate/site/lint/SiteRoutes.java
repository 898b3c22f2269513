package io.plantgate.site.lint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that the YAML files of one site, and the policies and templates that it can use, say together. */
final class SiteRoutes {

    private final Map<String, Template> templates = new HashMap<>();
    private final List<Template> templateList = new ArrayList<>();
    private final List<TemplateCall> calls = new ArrayList<>();
    private final List<Route> written = new ArrayList<>();
    private final List<Yaml> items;
    private final Set<String> policies = new TreeSet<>();
    private final Map<String, Yaml> profiles;
    private final Map<String, Yaml> kinds;

    /**
     * @param files of routes
     * @param profiles the site's profiles by name
     * @param kinds the site's kinds of effects by name
     */
    SiteRoutes(List<Yaml> files, Map<String, Yaml> profiles, Map<String, Yaml> kinds) {
        this.profiles = profiles;
        this.kinds = kinds;
        this.items = files.stream().flatMap(file -> file.items().stream()).toList();
        items.forEach(this::add);
    }

    private void add(Yaml item) {
        item.get("routeTemplate").map(Template::of).ifPresent(this::add);
        item.get("templatedRoute").map(TemplateCall::new).ifPresent(calls::add);
        item.get("routeConfiguration").flatMap(policy -> policy.text("id")).ifPresent(policies::add);
        item.get("route").map(SiteRoutes::route).ifPresent(written::add);
        if (item.get("from").isPresent()) {
            // The short form of a route: nothing but its steps.
            written.add(new Route(null, item, item, Map.of(), null));
        }
    }

    private static Route route(Yaml route) {
        return new Route(route.text("id").orElse(null), route, route, Map.of(), null);
    }

    private void add(Template template) {
        templateList.add(template);
        if (template.id() != null) {
            templates.put(template.id(), template);
        }
    }

    /** Every entry of every file. */
    List<Yaml> items() {
        return items;
    }

    /** Names of beans that the files define; Camel takes one for a component of its name. */
    Set<String> beanNames() {
        return items.stream()
                .flatMap(item -> item.get("beans").stream())
                .flatMap(beans -> beans.items().stream())
                .flatMap(bean -> bean.text("name").stream())
                .collect(Collectors.toSet());
    }

    Template template(String id) {
        return templates.get(id);
    }

    List<Template> templates() {
        return templateList;
    }

    Set<String> templateIds() {
        return new TreeSet<>(templates.keySet());
    }

    List<TemplateCall> calls() {
        return calls;
    }

    Set<String> policies() {
        return policies;
    }

    Set<String> profiles() {
        return new TreeSet<>(profiles.keySet());
    }

    List<Yaml> profileFiles() {
        return List.copyOf(profiles.values());
    }

    Map<String, Yaml> kinds() {
        return kinds;
    }

    List<Route> written() {
        return written;
    }

    /** Every route that will run; calls of unknown templates make none. */
    List<Route> routes() {
        Stream<Route> called = calls.stream()
                .filter(call -> templates.containsKey(call.template()))
                .map(call -> call.from(templates.get(call.template())));
        return Stream.concat(written.stream(), called).toList();
    }

    /** Every body once, however often a template is called. */
    Stream<Yaml> bodies() {
        return Stream.concat(
                written.stream().map(Route::body), templateList.stream().map(Template::body));
    }
}
