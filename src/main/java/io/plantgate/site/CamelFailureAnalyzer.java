package io.plantgate.site;

import io.plantgate.site.lint.RouteLint;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spring.boot.CamelSpringBootInitializationException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/** Routes that Camel does not read, make or start: which one, where it stands, and the innermost reason. */
final class CamelFailureAnalyzer implements FailureAnalyzer {

    private static final String REMEDY =
            "Correct the route that is named. The command 'lint' checks much of it without starting anything.";

    private final Environment environment;

    CamelFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        List<Throwable> ofCamel = causes(failure);
        if (ofCamel.isEmpty()) {
            return null;
        }
        return new FailureAnalysis(
                ofCamel.stream()
                        .flatMap(cause -> routeId(cause).stream())
                        .findFirst()
                        .map(routeId -> ofRoute(routeId, ofCamel.get(ofCamel.size() - 1)))
                        .orElseGet(() -> "Camel does not start the site's routes:\n\n" + messages(ofCamel)),
                REMEDY,
                failure);
    }

    // From the first that Camel threw down to the innermost.
    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .dropWhile(cause -> !(cause instanceof RuntimeCamelException
                        || cause instanceof CamelSpringBootInitializationException))
                .toList();
    }

    private String ofRoute(String routeId, Throwable innermost) {
        return "Route '%s' (%s) does not start:\n\n%s".formatted(routeId, place(routeId), innermost.getMessage());
    }

    // Where no route is named, its YAML could not be read: one of the messages says file and line.
    private static String messages(List<Throwable> causes) {
        return causes.stream()
                .filter(cause -> !(cause instanceof CamelSpringBootInitializationException))
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    private static Optional<String> routeId(Throwable cause) {
        if (cause instanceof FailedToCreateRouteException create) {
            return Optional.ofNullable(create.getRouteId());
        }
        return cause instanceof FailedToStartRouteException start
                ? Optional.ofNullable(start.getRouteId())
                : Optional.empty();
    }

    private String place(String routeId) {
        Path routes = Path.of(environment.getProperty("plantgate.routes-directory", "routes"));
        return new RouteLint(routes, Set.of(), key -> true, key -> null)
                .place(environment.getProperty("plantgate.site", ""), routeId)
                .orElse("written in Java");
    }
}
