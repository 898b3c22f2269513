package io.plantgate.inlet.amqp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** DOWN while any AMQP inlet is not connected and consuming. */
final class AmqpInletHealth implements HealthIndicator {

    private final AmqpInlet inlets;

    AmqpInletHealth(AmqpInlet inlets) {
        this.inlets = inlets;
    }

    @Override
    public Health health() {
        Map<String, String> states = new LinkedHashMap<>();
        boolean down = false;
        for (Map.Entry<String, QueueConsumer> inlet : inlets.consumers().entrySet()) {
            String trouble = inlet.getValue().trouble();
            down |= trouble != null;
            states.put(
                    inlet.getKey(),
                    trouble == null ? "consumes, " + inlet.getValue().inFlight() + " in flight" : trouble);
        }
        return (down ? Health.down() : Health.up()).withDetails(states).build();
    }
}
