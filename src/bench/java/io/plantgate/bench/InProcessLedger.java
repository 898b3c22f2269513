package io.plantgate.bench;

import io.plantgate.event.Arrival;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The ledger as the routes use it: one unit per message, handed over by one thread, until the last decision is told. */
final class InProcessLedger implements Contender {

    private final String name;
    private final Ledger ledger;
    private final Function<Message, Arrival> reading;

    InProcessLedger(String name, Ledger ledger, Function<Message, Arrival> reading) {
        this.name = name;
        this.ledger = ledger;
        this.reading = reading;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        record(ledger, messages, reading);
    }

    /** Hands over all, each as a unit of its own, and waits for the last decision. */
    static <T> void record(Ledger ledger, List<T> items, Function<T, Arrival> reading) throws Exception {
        AtomicInteger open = new AtomicInteger(items.size());
        CompletableFuture<Void> done = new CompletableFuture<>();
        for (T item : items) {
            CompletableFuture<List<Decision>> decisions = ledger.put(Unit.of(reading.apply(item)));
            decisions.whenComplete((decided, failure) -> {
                if (failure != null) {
                    done.completeExceptionally(failure);
                } else if (open.decrementAndGet() == 0) {
                    done.complete(null);
                }
            });
        }
        done.get();
    }
}
