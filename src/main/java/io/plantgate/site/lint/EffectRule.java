package io.plantgate.site.lint;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Effects that would go nowhere: a profile's rule that names no kind of the site, a kind whose channel no route consumes; and a
 * channel that two routes consume.
 */
final class EffectRule implements Rule {

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        return Stream.of(unknownKinds(site), unusedChannels(site), sharedChannels(site))
                .flatMap(findings -> findings);
    }

    private static Stream<Finding> unknownKinds(SiteRoutes site) {
        Set<String> kinds = new TreeSet<>(site.kinds().keySet());
        return site.profileFiles().stream()
                .flatMap(profile -> profile.get("effects").stream())
                .flatMap(effects -> effects.items().stream())
                .flatMap(rule -> rule.get("kind").stream())
                .filter(kind -> kind.asText().isPresent()
                        && !kinds.contains(kind.asText().get()))
                .map(kind -> kind.finding(
                        "the site has no kind of effect '%s'."
                                .formatted(kind.asText().get()),
                        "Name one of %s, or add %s.effect.yaml beside the profile."
                                .formatted(kinds, kind.asText().get())));
    }

    private static Stream<Finding> unusedChannels(SiteRoutes site) {
        Set<String> consumed = consumed(site).map(Consumed::channel).collect(Collectors.toCollection(TreeSet::new));
        return site.kinds().values().stream()
                .flatMap(kind -> kind.get("channel").stream())
                .filter(channel -> channel.asText().isPresent()
                        && !consumed.contains(channel.asText().get()))
                .map(channel -> channel.finding(
                        "no route of the site consumes effect:%s."
                                .formatted(channel.asText().get()),
                        "Name one of %s, or add a route that starts there.".formatted(consumed)));
    }

    private static Stream<Finding> sharedChannels(SiteRoutes site) {
        Set<String> seen = new HashSet<>();
        return consumed(site).filter(consumed -> !seen.add(consumed.channel())).map(consumed -> consumed.route()
                .place()
                .finding(
                        "a second route consumes effect:%s (route '%s')."
                                .formatted(consumed.channel(), consumed.route().id()),
                        "Give it a channel of its own, or remove one."));
    }

    private record Consumed(Route route, String channel) {}

    private static Stream<Consumed> consumed(SiteRoutes site) {
        return site.routes().stream().flatMap(route -> route.endpoints()
                .filter(endpoint -> endpoint.consumes() && endpoint.isOf("effect"))
                .map(endpoint -> route.name(endpoint, "channel"))
                .flatMap(Optional::stream)
                .map(channel -> new Consumed(route, channel)));
    }
}
