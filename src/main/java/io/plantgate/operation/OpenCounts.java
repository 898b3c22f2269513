package io.plantgate.operation;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many operations stand open, and how long the oldest does; by target and state. */
final class OpenCounts {

    private static final String COUNT = """
            select target, upper(state::text) as state, count(*) as operations, extract(epoch from now() - min(received_at))::float8 as oldest_seconds
              from operation
             where state in ('received', 'awaiting_authorisation', 'authorised', 'sent', 'accepted', 'unknown')
             group by target, state
            """;

    private static final Logger LOG = LoggerFactory.getLogger(OpenCounts.class);

    private final OperationStore store;
    private final DoorState door;
    private final int openMax;
    private final AtomicBoolean told = new AtomicBoolean();
    private final MultiGauge operations;
    private final MultiGauge oldest;
    private volatile List<Count> counts = List.of();
    private volatile boolean closed;

    /** Open operations of one target in one state. */
    record Count(String target, String state, long operations, double oldestSeconds) {}

    OpenCounts(OperationStore store, DoorState door, MeterRegistry registry, int openMax) {
        this.store = store;
        this.door = door;
        this.openMax = openMax;
        this.operations = MultiGauge.builder("plantgate.operations.open")
                .description("Operations that are pending or unknown")
                .register(registry);
        this.oldest = MultiGauge.builder("plantgate.operations.oldest.seconds")
                .description("Age of the oldest operation that is pending or unknown")
                .register(registry);
        // Not of the number itself: a gauge holds what it reads weakly, and would soon read nothing.
        Gauge.builder("plantgate.operations.open.max", this, each -> each.openMax)
                .description("So many may be open")
                .register(registry);
        Gauge.builder("plantgate.operations.full", this, each -> each.full() ? 1 : 0)
                .description("1 while so many operations are open that new writes are refused")
                .register(registry);
        Gauge.builder("plantgate.operations.door.closed", this, each -> each.closed ? 1 : 0)
                .description("1 while nothing is written because the store is not trusted, or a person closed the door")
                .register(registry);
        Gauge.builder("plantgate.operations.unknown", this, OpenCounts::unknown)
                .description("Operations whose end a person must find out")
                .register(registry);
    }

    private double unknown() {
        return counts.stream()
                .filter(count -> count.state().equals(OperationState.UNKNOWN.name()))
                .mapToLong(Count::operations)
                .sum();
    }

    boolean full() {
        return open() >= openMax;
    }

    /** Somebody was refused for want of room: said at once, and once. */
    void turnedAway() {
        sayFull();
        refresh();
    }

    private void sayFull() {
        if (told.compareAndSet(false, true)) {
            LOG.error("{} operations are open: new writes are refused. Settle the unknown ones.", openMax);
        }
    }

    List<Count> last() {
        return counts;
    }

    long open() {
        return counts.stream().mapToLong(Count::operations).sum();
    }

    void refresh() {
        counts = store.sql(COUNT).query(Count.class).list();
        closed = door.closedBecause().isPresent();
        if (full()) {
            sayFull();
        } else if (told.compareAndSet(true, false)) {
            LOG.info("There is room for new operations again.");
        }
        operations.register(
                counts.stream()
                        .map(count -> MultiGauge.Row.of(tags(count), count.operations()))
                        .toList(),
                true);
        oldest.register(
                counts.stream()
                        .map(count -> MultiGauge.Row.of(tags(count), count.oldestSeconds()))
                        .toList(),
                true);
    }

    private static Tags tags(Count count) {
        return Tags.of("target", count.target(), "state", count.state());
    }
}
