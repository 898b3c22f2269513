package io.plantgate.site.lint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** An endpoint of a component that is not there: Camel says so in the middle of a start. */
final class SchemeRule implements Rule {

    // Where Camel itself looks a component up by its scheme.
    private static final String COMPONENTS = "classpath*:META-INF/services/org/apache/camel/component/*";

    private final Set<String> known = onTheClasspath();

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return site.bodies()
                .flatMap(Endpoint::in)
                .filter(endpoint -> !endpoint.uri().contains("{"))
                .filter(endpoint ->
                        !known.contains(endpoint.scheme()) && !site.beanNames().contains(endpoint.scheme()))
                .map(endpoint -> endpoint.place()
                        .finding(
                                "no component '%s' is there (in '%s').".formatted(endpoint.scheme(), endpoint.uri()),
                                "Name one of %s, or add its Camel starter to the build.".formatted(known)));
    }

    private static Set<String> onTheClasspath() {
        try {
            return Arrays.stream(new PathMatchingResourcePatternResolver().getResources(COMPONENTS))
                    .map(Resource::getFilename)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
