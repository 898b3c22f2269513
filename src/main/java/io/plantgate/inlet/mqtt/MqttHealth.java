package io.plantgate.inlet.mqtt;

import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.mqtt.Standing.Phase;
import java.util.Iterator;
import java.util.Optional;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.NamedContributor;

/**
 * Each source by its inlet's name: UP only while the broker has granted its subscription and nobody takes its id; WARNING if
 * it is, and brings too much into quarantine.
 */
final class MqttHealth implements CompositeHealthContributor {

    private final Sources sources;
    private final QuarantineWatch quarantine;

    MqttHealth(Sources sources, QuarantineWatch quarantine) {
        this.sources = sources;
        this.quarantine = quarantine;
    }

    @Override
    public HealthContributor getContributor(String inlet) {
        Standing standing = sources.all().get(inlet);
        return standing == null ? null : indicator(inlet, standing);
    }

    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        return sources.all().entrySet().stream()
                .map(source -> NamedContributor.<HealthContributor>of(
                        source.getKey(), indicator(source.getKey(), source.getValue())))
                .iterator();
    }

    private HealthIndicator indicator(String inlet, Standing standing) {
        return () -> health(standing, quarantine.warning(inlet));
    }

    private static Health health(Standing standing, Optional<String> warning) {
        Standing.State state = standing.state();
        boolean stormy = standing.isStormy();
        Health.Builder health = state.phase() == Phase.SUBSCRIBED && !stormy ? Health.up() : Health.down();
        warning.ifPresent(words -> health.withDetail("quarantine", words));
        if (warning.isPresent() && state.phase() == Phase.SUBSCRIBED && !stormy) {
            health.status(QuarantineWatch.WARNING);
        }
        if (stormy) {
            health.withDetail(
                    "takeoverStorm",
                    "connections under this client id end as soon as they are made: another client uses it");
        }
        return health.withDetail("phase", state.phase())
                .withDetail("detail", state.detail())
                .withDetail("since", state.since().toString())
                .withDetail("topic", standing.topic())
                .withDetail("clientId", standing.clientId())
                .build();
    }
}
