package io.plantgate.site.lint;

import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A target over HTTP whose address is set and empty, while no simulated ERP stands in for it: the start would stop there. */
final class EmptyTargetRule implements Rule {

    private static final Set<String> TEMPLATES = Set.of("http-target", "http-sms-target");
    private static final String URL = "plantgate.delivery.erp.targets.%s.url";

    private final UnaryOperator<String> values;

    /** @param values of the configuration by key, null for a key that is not set */
    EmptyTargetRule(UnaryOperator<String> values) {
        this.values = values;
    }

    @Override
    public Stream<Finding> check(SiteRoutes site) {
        if ("true".equals(values.apply("plantgate.simulator.erp.enabled"))) {
            return Stream.empty();
        }
        return site.calls().stream()
                .filter(call -> TEMPLATES.contains(call.template()))
                .filter(call -> isEmpty(values.apply(URL.formatted(target(call)))))
                .map(call -> call.place()
                        .finding(
                                "nobody says where target '%s' is: its url is empty.".formatted(target(call)),
                                "Set " + URL.formatted(target(call)) + " in config/sites/<site>.yaml."));
    }

    private static boolean isEmpty(String url) {
        return url != null && url.isBlank();
    }

    private static String target(TemplateCall call) {
        Map<String, String> parameters = call.values();
        return parameters.getOrDefault("target", parameters.getOrDefault("channel", ""));
    }
}
