package io.plantgate.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import io.plantgate.testing.GatewayTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.yaml.snakeyaml.Yaml;

/** The alarm rules for Prometheus against the meters that there are. */
class AlarmRulesTest extends GatewayTest {

    private static final Pattern METRIC = Pattern.compile("plantgate_\\w+");

    @Autowired
    private MeterRegistry meters;

    @Test
    void everyMetricThatARuleNamesIsOneThatTheGatewayHas() throws IOException {
        Set<String> known =
                meters.getMeters().stream().flatMap(AlarmRulesTest::names).collect(Collectors.toSet());
        for (Map<String, Object> rule : rules()) {
            List<String> named = METRIC.matcher((String) rule.get("expr"))
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertThat(named).as("%s", rule.get("alert")).isNotEmpty();
            assertThat(known).as("%s", rule.get("alert")).containsAll(named);
        }
    }

    @Test
    void everyRuleSaysHowUrgentItIsAndWhatToDo() throws IOException {
        assertThat(rules()).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule).containsKeys("alert", "expr", "labels", "annotations");
            assertThat((Map<?, ?>) rule.get("labels")).extracting("severity").isIn("warning", "critical");
            assertThat(((Map<?, ?>) rule.get("annotations")).keySet()).isEqualTo(Set.of("summary", "description"));
        });
    }

    private static Stream<String> names(Meter meter) {
        Meter.Id id = meter.getId();
        String name = new PrometheusNamingConvention().name(id.getName(), id.getType(), id.getBaseUnit());
        return switch (id.getType()) {
            case COUNTER -> Stream.of(name + "_total");
            case TIMER, DISTRIBUTION_SUMMARY ->
                Stream.of("_count", "_sum", "_max", "_bucket").map(name::concat);
            default -> Stream.of(name);
        };
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("docker/prometheus"))) {
            return files.map(AlarmRulesTest::parsed)
                    .flatMap(file -> ((List<Map<String, Object>>) file.get("groups")).stream())
                    .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
                    .toList();
        }
    }

    private static Map<String, Object> parsed(Path file) {
        try {
            return new Yaml().load(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
