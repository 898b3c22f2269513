package io.plantgate.site.lint;

import java.util.Arrays;
import java.util.stream.Stream;

/** A route without a policy, or with one that does not exist: Camel would start it without any error handling. */
final class PolicyRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return Stream.concat(
                site.bodies()
                        .flatMap(Yaml::allFields)
                        .filter(PolicyRule::namesPolicy)
                        .flatMap(field -> unknown(field.value(), site)),
                site.bodies().flatMap(PolicyRule::withoutPolicy));
    }

    private static boolean namesPolicy(Yaml.Field field) {
        return field.name().equals("routeConfigurationId");
    }

    private static Stream<Finding> withoutPolicy(Yaml body) {
        return body.allFields().anyMatch(PolicyRule::namesPolicy)
                ? Stream.empty()
                : Endpoint.in(body).filter(endpoint -> endpoint.isOf("ledger")).map(endpoint -> endpoint.place()
                        .finding(
                                "ledger:record in a route without a policy: what a step fails on would be lost.",
                                "Add 'routeConfigurationId: inlet' to the route."));
    }

    private static Stream<Finding> unknown(Yaml value, SiteRoutes site) {
        return value.asText().stream()
                .flatMap(ids -> Arrays.stream(ids.split(",")))
                .map(String::strip)
                .filter(id -> !isKnown(id, site))
                .map(id -> value.finding(
                        "policy '%s' does not exist, so the route would run without error handling.".formatted(id),
                        "Name one of %s, or add routes/policies/%s.camel.yaml.".formatted(site.policies(), id)));
    }

    // Camel takes a star at the end for any rest.
    private static boolean isKnown(String id, SiteRoutes site) {
        return id.endsWith("*")
                ? site.policies().stream().anyMatch(policy -> policy.startsWith(id.substring(0, id.length() - 1)))
                : site.policies().contains(id) || id.contains("{{");
    }
}
