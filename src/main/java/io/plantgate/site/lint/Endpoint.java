package io.plantgate.site.lint;

import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An endpoint as a route names it.
 *
 * @param consumes true for the {@code from} of a route
 * @param uri as it stands in the file
 * @param parameters the mapping beside it, or null
 * @param place where it stands
 */
record Endpoint(boolean consumes, String uri, Yaml parameters, Yaml place) {

    // Steps that take a bare text for their endpoint.
    private static final Set<String> SHORT_FORMS =
            Set.of("from", "to", "toD", "wireTap", "enrich", "pollEnrich", "poll", "interceptFrom");

    /** Every endpoint from here down. */
    static Stream<Endpoint> in(Yaml body) {
        return body.allFields().flatMap(Endpoint::of);
    }

    private static Stream<Endpoint> of(Yaml.Field field) {
        boolean consumes = field.name().equals("from");
        Yaml value = field.value();
        if (SHORT_FORMS.contains(field.name()) && value.asText().isPresent()) {
            return Stream.of(new Endpoint(consumes, value.asText().get(), null, value));
        }
        return value
                .text("uri")
                .map(uri -> new Endpoint(
                        consumes,
                        uri,
                        value.get("parameters").orElse(null),
                        value.get("uri").orElse(value)))
                .stream();
    }

    /** What stands before the colon, or all where there is none. */
    String scheme() {
        return uri.replaceFirst("[:?].*", "");
    }

    boolean isOf(String scheme) {
        return uri.equals(scheme) || uri.startsWith(scheme + ":");
    }

    /**
     * What stands behind the scheme, in short form ({@code direct:name}) or as a parameter.
     *
     * @param parameter the name that Camel's catalogue gives this part
     * @param resolve puts values in place of a template's parameters
     * @return empty where it is known at run time only
     */
    Optional<String> name(String parameter, UnaryOperator<String> resolve) {
        int colon = uri.indexOf(':');
        Optional<String> written = colon >= 0
                ? Optional.of(uri.substring(colon + 1).replaceFirst("^//", "").replaceFirst("\\?.*", ""))
                : Optional.ofNullable(parameters).flatMap(all -> all.text(parameter));
        return written.map(resolve).filter(name -> !name.contains("{{") && !name.contains("${"));
    }
}
