package io.plantgate.site.lint;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What must not stand around {@code ledger:record}: a transaction would be held open while the ledger commits its own,
 * and Camel's splitter sends one item at a time or reads ahead without bound.
 */
final class AroundLedgerRule implements Rule {

    private static final Map<String, String> REMEDIES = Map.of(
            "transacted", "Take 'transacted' out: the ledger's transaction is its own.",
            "split", "Take 'split' out: intake and ledger:record read a stream of items themselves, in chunks.");

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        List<Route> routes = site.routes();
        return routes.stream().flatMap(route -> check(route, routes)).distinct();
    }

    private static Stream<Finding> check(Route route, List<Route> routes) {
        return route.body()
                .allFields()
                .filter(field -> REMEDIES.containsKey(field.name()))
                .filter(field -> Direct.leadsToLedger(scope(field, route), route, routes))
                .map(field -> field.key()
                        .finding("'%s' around ledger:record.".formatted(field.name()), REMEDIES.get(field.name())));
    }

    // A transaction covers the rest of its route, a splitter its own steps.
    private static Yaml scope(Yaml.Field field, Route route) {
        return field.name().equals("transacted") ? route.body() : field.value();
    }
}
