package io.plantgate.site.lint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How routes hang together by {@code direct:}. */
final class Direct {

    private Direct() {}

    /** Names that the route receives. */
    static Stream<String> received(Route route) {
        return route.endpoints()
                .filter(endpoint -> endpoint.isOf("direct") && endpoint.consumes())
                .flatMap(endpoint -> route.name(endpoint, "name").stream());
    }

    /** True if the steps from here down record in the ledger, themselves or in a route that they call. */
    static boolean leadsToLedger(Yaml steps, Route route, List<Route> routes) {
        return leadsToLedger(steps, route, routes, new HashSet<>());
    }

    private static boolean leadsToLedger(Yaml steps, Route route, List<Route> routes, Set<String> visited) {
        if (Endpoint.in(steps).anyMatch(endpoint -> endpoint.isOf("ledger"))) {
            return true;
        }
        Set<String> called = Endpoint.in(steps)
                .filter(endpoint -> endpoint.isOf("direct") && !endpoint.consumes())
                .flatMap(endpoint -> route.name(endpoint, "name").stream())
                .filter(visited::add)
                .collect(Collectors.toSet());
        return routes.stream()
                .filter(other -> received(other).anyMatch(called::contains))
                .anyMatch(other -> leadsToLedger(other.body(), other, routes, visited));
    }
}
