package io.plantgate.site.lint;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A route without an id gets another at each start: no metric, log line or health check could be followed. */
final class RouteIdRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return Stream.concat(missing(site), repeated(site));
    }

    private static Stream<Finding> missing(SiteRoutes site) {
        return site.routes().stream().filter(route -> route.id() == null).map(route -> route.place()
                .finding(
                        "a route without an id.",
                        "Write it as 'route:' with 'id:', or give the template's call a 'routeId:'."));
    }

    private static Stream<Finding> repeated(SiteRoutes site) {
        Map<String, Long> count = site.routes().stream()
                .filter(route -> route.id() != null)
                .collect(Collectors.groupingBy(Route::id, Collectors.counting()));
        return site.routes().stream()
                .filter(route -> route.id() != null && count.get(route.id()) > 1)
                .map(route -> route.place()
                        .finding(
                                "route id '%s' stands more than once; only one of them would run."
                                        .formatted(route.id()),
                                "Give each route an id of its own."));
    }
}
