package io.plantgate.delivery.sms;

import io.plantgate.delivery.sms.LineState.Phase;
import java.util.Iterator;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.NamedContributor;

/** Each SMS channel by its name: UP only while the gateway is bound to its centre. */
final class SmsHealth implements CompositeHealthContributor {

    private final Lines lines;

    SmsHealth(Lines lines) {
        this.lines = lines;
    }

    @Override
    public HealthContributor getContributor(String channel) {
        CentreLine line = lines.all().get(channel);
        return line == null ? null : indicator(line);
    }

    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        return lines.all().entrySet().stream()
                .map(line -> NamedContributor.<HealthContributor>of(line.getKey(), indicator(line.getValue())))
                .iterator();
    }

    private static HealthIndicator indicator(CentreLine line) {
        return () -> health(line);
    }

    private static Health health(CentreLine line) {
        LineState state = line.state();
        return (state.phase() == Phase.BOUND ? Health.up() : Health.down())
                .withDetail("phase", state.phase())
                .withDetail("detail", state.detail())
                .withDetail("since", state.since().toString())
                .withDetail("centre", line.address())
                .build();
    }
}
