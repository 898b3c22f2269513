package io.plantgate.site.lint;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something is sent to {@code direct:NAME} and no route receives it: Camel notices at the first message. */
final class DirectRule implements Rule {

    private final Set<String> receivedByCode;

    /** @param receivedByCode names whose routes are written in Java */
    DirectRule(Set<String> receivedByCode) {
        this.receivedByCode = receivedByCode;
    }

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        Set<String> received =
                site.routes().stream().flatMap(route -> Direct.received(route)).collect(Collectors.toSet());
        return site.routes().stream().flatMap(route -> route.endpoints()
                .filter(endpoint -> endpoint.isOf("direct") && !endpoint.consumes())
                .flatMap(endpoint -> route.name(endpoint, "name").stream()
                        .filter(name -> !received.contains(name) && !receivedByCode.contains(name))
                        .map(name -> endpoint.place()
                                .finding(
                                        "no route receives 'direct:%s' (sent by route '%s')."
                                                .formatted(name, route.id()),
                                        "Add a route with that 'from', or name one of %s.".formatted(received)))));
    }
}
