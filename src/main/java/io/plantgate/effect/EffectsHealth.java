package io.plantgate.effect;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.plantgate.intake.YamlFinding;
import io.plantgate.ledger.EffectPlanning.Mode;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** WARNING where a person should look: effects held, a target that refuses us, an open circuit, effects that wait for a person. */
final class EffectsHealth implements HealthIndicator {

    private static final Status WARNING = new Status("WARNING", "Works, but a person should look.");

    private final Effects effects;
    private final KindFiles kinds;

    EffectsHealth(Effects effects, KindFiles kinds) {
        this.effects = effects;
        this.kinds = kinds;
    }

    @Override
    public Health health() {
        Map<String, Object> look = new TreeMap<>();
        try {
            if (effects.restored()) {
                look.put("restored", "The database is a restored copy: look at its effects, then switch them to live.");
            }
            effects.stops().forEach((channel, reason) -> look.put("stopped." + channel, reason));
        } catch (SQLException e) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL does not answer.")
                    .build();
        }
        if (effects.mode() != Mode.LIVE) {
            look.put("mode", effects.mode());
        }
        for (Channel channel : effects.channels()) {
            if (channel.gate().state() != CircuitBreaker.State.CLOSED) {
                look.put("circuit." + channel.name(), channel.gate().state());
            }
            if (channel.trouble() != null) {
                look.put("trouble." + channel.name(), channel.trouble());
            }
        }
        effects.astray()
                .forEach((kind, number) -> look.put(
                        "template." + kind,
                        "Its template does not end with " + number + " messages, each takes a processor. Mend it, then"
                                + " restart the gateway."));
        if (!kinds.refused().isEmpty()) {
            look.put(
                    "kinds", kinds.refused().stream().map(YamlFinding::toString).toList());
        }
        effects.counts().stream()
                .filter(count -> count.waits() || effects.orphaned(count.kind()))
                .forEach(count -> look.put("waiting." + count.kind() + "." + count.state(), count.effects()));
        effects.counts().stream()
                .map(OpenCounts.Count::kind)
                .filter(kind -> kinds.find(kind).isEmpty())
                .forEach(kind -> look.put(
                        "gone." + kind,
                        "There is no " + kind + KindFiles.FILE_SUFFIX
                                + ": its open effects wait. Put the file back, or cancel them."));
        Health.Builder health = look.isEmpty() ? Health.up() : Health.status(WARNING);
        return health.withDetails(look).build();
    }
}
