package io.plantgate.site.lint;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Two nodes with one id, which two calls of a template give unless each has its {@code prefixId}. */
final class NodeIdRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return Stream.concat(withoutPrefix(site), equal(site));
    }

    private static Stream<Finding> withoutPrefix(SiteRoutes site) {
        return site.calls().stream()
                .filter(call -> call.place().text("prefixId").isEmpty())
                .filter(call -> site.template(call.template()) != null
                        && hasNodeIds(site.template(call.template()).body()))
                .map(call -> call.place()
                        .finding(
                                "a call of template '%s' without 'prefixId': its steps would share their ids with the next call."
                                        .formatted(call.template()),
                                "Add 'prefixId: %s-'."
                                        .formatted(call.place().text("routeId").orElse("name"))));
    }

    private static Stream<Finding> equal(SiteRoutes site) {
        Map<String, Set<Route>> byId = new HashMap<>();
        site.routes().forEach(route -> nodeIds(route.body())
                .forEach(id -> byId.computeIfAbsent(prefixed(route, id), all -> new HashSet<>())
                        .add(route)));
        return byId.values().stream()
                .filter(routes -> routes.size() > 1)
                .flatMap(Collection::stream)
                .distinct()
                .filter(route -> route.prefix() != null || route.values().isEmpty())
                .map(route -> route.place()
                        .finding(
                                "route '%s' has steps with the same ids as another route.".formatted(route.id()),
                                "Give its steps ids of their own, or the template's call a 'prefixId' of its own."));
    }

    private static String prefixed(Route route, String id) {
        return route.resolve(route.prefix() == null ? id : route.prefix() + id);
    }

    private static boolean hasNodeIds(Yaml body) {
        return nodeIds(body).findAny().isPresent();
    }

    // Below "steps" an id is a step's; below "parameters" it is an option of an endpoint.
    private static Stream<String> nodeIds(Yaml body) {
        return body.allFields()
                .filter(field -> field.name().equals("steps"))
                .flatMap(field -> ids(field.value()))
                .distinct();
    }

    private static Stream<String> ids(Yaml node) {
        Stream<String> here = node.fields().stream()
                .filter(field -> !field.name().equals("parameters"))
                .flatMap(field -> field.name().equals("id") ? field.value().asText().stream() : ids(field.value()));
        return Stream.concat(here, node.items().stream().flatMap(NodeIdRule::ids));
    }
}
