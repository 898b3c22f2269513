package io.plantgate.site.lint;

import java.util.stream.Stream;

/** {@code intake:NAME} of a profile that the site does not have. */
final class ProfileNameRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.routes().stream().flatMap(route -> route.endpoints()
                .filter(endpoint -> endpoint.isOf("intake"))
                .flatMap(endpoint -> route.name(endpoint, "profile").stream()
                        .filter(name -> !site.profiles().contains(name))
                        .map(name -> place(route, endpoint)
                                .finding(
                                        "the site has no profile '%s' (route '%s').".formatted(name, route.id()),
                                        "Name one of %s, or add %s.profile.yaml beside the route."
                                                .formatted(site.profiles(), name)))));
    }

    // A wrong name usually came with the call of the template, not with the template.
    private static Yaml place(Route route, Endpoint endpoint) {
        return route.values().isEmpty() ? endpoint.place() : route.place();
    }
}
