package io.plantgate.inlet.mqtt;

import io.plantgate.inlet.mqtt.Standing.Phase;
import java.util.Iterator;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.NamedContributor;

/** Each source by its inlet's name: UP only while the broker has granted its subscription and nobody takes its id. */
final class MqttHealth implements CompositeHealthContributor {

    private final Sources sources;

    MqttHealth(Sources sources) {
        this.sources = sources;
    }

    @Override
    public HealthContributor getContributor(String inlet) {
        Standing standing = sources.all().get(inlet);
        return standing == null ? null : indicator(standing);
    }

    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        return sources.all().entrySet().stream()
                .map(source -> NamedContributor.<HealthContributor>of(source.getKey(), indicator(source.getValue())))
                .iterator();
    }

    private static HealthIndicator indicator(Standing standing) {
        return () -> health(standing);
    }

    private static Health health(Standing standing) {
        Standing.State state = standing.state();
        boolean stormy = standing.isStormy();
        Health.Builder health = state.phase() == Phase.SUBSCRIBED && !stormy ? Health.up() : Health.down();
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
