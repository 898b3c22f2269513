package io.plantgate.site.lint;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Effects that become operations on equipment must not come late: neither by an old event, nor by having waited. */
final class EquipmentEffectRule implements Rule {

    private static final String BEAN = "operationsFromEffects";

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        Set<String> channels = site.routes().stream()
                .filter(EquipmentEffectRule::writesToEquipment)
                .flatMap(EquipmentEffectRule::consumed)
                .collect(Collectors.toSet());
        Set<String> kinds = new TreeSet<>();
        site.kinds().forEach((name, kind) -> {
            if (kind.text("channel").filter(channels::contains).isPresent()) {
                kinds.add(name);
            }
        });
        return Stream.concat(ageless(site, kinds), late(site, kinds));
    }

    private static boolean writesToEquipment(Route route) {
        return route.body()
                .allFields()
                .anyMatch(field -> field.name().equals("bean")
                        && field.value().text("ref").filter(BEAN::equals).isPresent());
    }

    private static Stream<String> consumed(Route route) {
        return route.endpoints()
                .filter(endpoint -> endpoint.consumes() && endpoint.isOf("effect"))
                .map(endpoint -> route.name(endpoint, "channel"))
                .flatMap(Optional::stream);
    }

    private static Stream<Finding> ageless(SiteRoutes site, Set<String> kinds) {
        return kinds.stream()
                .map(site.kinds()::get)
                .filter(kind -> kind.text("maxAgeSeconds").orElse("0").equals("0"))
                .map(kind -> kind.get("channel")
                        .orElse(kind)
                        .finding(
                                "effects of this kind move equipment, and nothing says how old they may be.",
                                "Add maxAgeSeconds: how many seconds after its event such a write still makes sense."));
    }

    private static Stream<Finding> late(SiteRoutes site, Set<String> kinds) {
        return site.profileFiles().stream()
                .flatMap(profile -> profile.get("effects").stream())
                .flatMap(effects -> effects.items().stream())
                .filter(rule -> rule.text("kind").filter(kinds::contains).isPresent())
                .filter(rule -> !rule.text("late").orElse("").equals("skip"))
                .map(rule -> rule.get("late")
                        .or(() -> rule.get("kind"))
                        .orElse(rule)
                        .finding(
                                "this rule plans a write to equipment, also for events of an older boot.",
                                "Say late: skip."));
    }
}
