package io.plantgate.operation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** Counts what is asked, tried and moved; by target, never by id. */
final class OperationMetrics {

    private final MeterRegistry registry;

    OperationMetrics(MeterRegistry registry) {
        this.registry = registry;
        // There from the start on, so that an alarm can see the first.
        for (OperationRequest.Door door : OperationRequest.Door.values()) {
            answered("full", door);
            answered("invalid", door);
        }
    }

    void asked(Asked asked, OperationRequest.Door door) {
        answered(asked.getClass().getSimpleName().toLowerCase(Locale.ROOT), door)
                .increment();
        if (asked instanceof Asked.New fresh && fresh.operation().similarTo() != null) {
            counter(
                    "plantgate.operations.similar",
                    "Requests that asked for the same as another id shortly before",
                    "target",
                    fresh.operation().target());
        }
    }

    /** It could not even be read. */
    void notARequest(OperationRequest.Door door) {
        answered("invalid", door).increment();
    }

    private Counter answered(String answer, OperationRequest.Door door) {
        return Counter.builder("plantgate.operations.asked")
                .description("Requests for writes, by answer")
                .tags("answer", answer, "door", door.name().toLowerCase(Locale.ROOT))
                .register(registry);
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
