package io.plantgate.effect;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts what one channel does on this node. Attempts, not effects: those are in the database. */
final class ChannelMetrics implements AutoCloseable {

    private final MeterRegistry registry;
    private final String channel;
    private final List<Meter> gauges = new ArrayList<>();

    ChannelMetrics(MeterRegistry registry, String channel) {
        this.registry = registry;
        this.channel = channel;
    }

    void watch(Gate gate, InFlight inFlight) {
        gauges.add(Gauge.builder("plantgate.effects.in.flight", inFlight, InFlight::size)
                .description("Attempts claimed by this node and not yet recorded")
                .tag("channel", channel)
                .register(registry));
        for (CircuitBreaker.State state :
                List.of(CircuitBreaker.State.CLOSED, CircuitBreaker.State.OPEN, CircuitBreaker.State.HALF_OPEN)) {
            gauges.add(Gauge.builder("plantgate.effects.circuit", gate, g -> g.state() == state ? 1 : 0)
                    .description("1 for the state that the channel's circuit is in")
                    .tag("channel", channel)
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry));
        }
    }

    void count(Ended ended, boolean inTime) {
        String kind = ended.claim().kind().name();
        if (!inTime) {
            counter("plantgate.effects.late.outcomes", "Outcomes that came after their lease had run out", kind, "late")
                    .increment();
            return;
        }
        Timer.builder("plantgate.effects.attempts")
                .description("Attempts by what they turned out to be")
                .tag("channel", channel)
                .tag("kind", kind)
                .tag("purpose", ended.claim().purpose().name().toLowerCase(Locale.ROOT))
                .tag("outcome", ended.word().toLowerCase(Locale.ROOT))
                .register(registry)
                .record(ended.took());
        if (ended.consequence().state().terminal()) {
            settled(kind, ended.consequence().state()).increment();
        }
    }

    void countExpired(Kind kind, int effects) {
        settled(kind.name(), EffectState.EXPIRED).increment(effects);
    }

    private Counter settled(String kind, EffectState state) {
        return counter("plantgate.effects.settled", "Effects settled by the machine, by state", kind, state.sql());
    }

    private Counter counter(String name, String description, String kind, String state) {
        return Counter.builder(name)
                .description(description)
                .tag("channel", channel)
                .tag("kind", kind)
                .tag("state", state)
                .register(registry);
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
