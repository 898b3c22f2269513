package io.plantgate.site.lint;

import java.util.stream.Stream;

/** Options glued to an endpoint's address: visual editors and later versions read {@code parameters:}. */
final class CanonicalUriRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.bodies()
                .flatMap(Endpoint::in)
                .filter(endpoint -> endpoint.uri().contains("?"))
                .map(endpoint -> endpoint.place()
                        .finding(
                                "options in the address '%s'."
                                        .formatted(endpoint.uri().replaceFirst("\\?.*", "?…")),
                                "Write 'uri:' without them and put each under 'parameters:'."));
    }
}
