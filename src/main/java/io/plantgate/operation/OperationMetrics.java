package io.plantgate.operation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** Counts what is asked, tried and moved; by target, never by id. */
final class OperationMetrics {

    private final MeterRegistry registry;

    OperationMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void asked(Asked asked, OperationRequest.Door door) {
        String answer = asked.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        counter(
                "plantgate.operations.asked",
                "Requests for writes, by answer",
                "answer",
                answer,
                "door",
                door.name().toLowerCase(Locale.ROOT));
        if (asked instanceof Asked.New fresh && fresh.operation().similarTo() != null) {
            counter(
                    "plantgate.operations.similar",
                    "Requests that asked for the same as another id shortly before",
                    "target",
                    fresh.operation().target());
        }
    }

    void attempted(String target, Ending.Word word) {
        counter(
                "plantgate.operations.attempts",
                "Conversations with devices, by what they came to",
                "target",
                target,
                "word",
                word.name().toLowerCase(Locale.ROOT));
    }

    void moved(String target, OperationState to) {
        counter(
                "plantgate.operations.moves",
                "Moves of operations, by the new state",
                "target",
                target,
                "to",
                to.sql());
    }

    private void counter(String name, String description, String... tags) {
        Counter.builder(name)
                .description(description)
                .tags(tags)
                .register(registry)
                .increment();
    }
}
