package io.plantgate.inlet.amqp;

import io.plantgate.inlet.QuarantineWatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** DOWN while any AMQP inlet is not connected and consuming; else WARNING while one brings too much into quarantine. */
final class AmqpInletHealth implements HealthIndicator {

    private final AmqpInlet inlets;

    AmqpInletHealth(AmqpInlet inlets) {
        this.inlets = inlets;
    }

    @Override
    public Health health() {
        Map<String, String> states = new LinkedHashMap<>();
        boolean down = false;
        boolean warned = false;
        for (Map.Entry<String, QueueConsumer> inlet : inlets.consumers().entrySet()) {
            String trouble = inlet.getValue().trouble();
            Optional<String> warning = inlets.quarantine().warning(inlet.getKey());
            down |= trouble != null;
            warned |= warning.isPresent();
            String state = trouble == null ? "consumes, " + inlet.getValue().inFlight() + " in flight" : trouble;
            states.put(inlet.getKey(), state + warning.map("; "::concat).orElse(""));
        }
        Status whole = warned ? QuarantineWatch.WARNING : Status.UP;
        return Health.status(down ? Status.DOWN : whole).withDetails(states).build();
    }
}
