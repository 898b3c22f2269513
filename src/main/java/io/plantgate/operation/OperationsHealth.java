package io.plantgate.operation;

import io.plantgate.intake.YamlFinding;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** WARNING where a person should look: a closed door, no room, operations that are unknown, equipment that was refused. */
final class OperationsHealth implements HealthIndicator {

    private static final Status WARNING = new Status("WARNING", "Works, but a person should look.");

    private final Operations operations;
    private final EquipmentFiles equipment;

    OperationsHealth(Operations operations, EquipmentFiles equipment) {
        this.operations = operations;
        this.equipment = equipment;
    }

    @Override
    public Health health() {
        Map<String, Object> look = new TreeMap<>();
        try {
            operations.closedBecause().ifPresent(reason -> look.put("door", "recovery: " + reason));
        } catch (RuntimeException e) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL does not answer.")
                    .build();
        }
        if (operations.full()) {
            look.put("full", "So many operations are open that new writes are refused; settle the unknown ones.");
        }
        if (operations.stuck() > 0) {
            look.put(
                    "stuck",
                    operations.stuck() + " conversation(s) take longer than any may, or their end cannot be recorded;"
                            + " see the log.");
        }
        operations.counts().stream()
                .filter(count -> count.state().equals(OperationState.UNKNOWN.name()))
                .forEach(count -> look.put("unknown." + count.target(), count.operations()));
        if (!equipment.refused().isEmpty()) {
            look.put(
                    "equipment",
                    equipment.refused().stream().map(YamlFinding::toString).toList());
        }
        if (!equipment.gone().isEmpty()) {
            look.put(
                    "gone",
                    "Without their files, so nothing new is asked or sent there: "
                            + String.join(", ", new TreeSet<>(equipment.gone())));
        }
        Health.Builder health = look.isEmpty() ? Health.up() : Health.status(WARNING);
        return health.withDetails(look).build();
    }
}
