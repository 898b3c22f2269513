package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import java.io.IOException;
import java.util.List;

/**
 * What the ledger costs behind a broker: the same consumer, route and intake drain the same queue with the ledger and
 * with one that answers at once. The clock runs from the first message that reaches the ledger to the last decision.
 */
final class TransportBench implements AutoCloseable {

    private static final Ledger AT_ONCE = new AtOnce();

    private final Extent extent;
    private final int messages;
    private final List<Integer> windows;
    private final BenchStore store = new BenchStore();
    private final Transports transports = new Transports();
    private final Results results = new Results();

    private TransportBench(Extent extent) throws Exception {
        this.extent = extent;
        this.messages = extent.pick(50_000, 20_000, 1_000);
        this.windows = extent == Extent.SMOKE ? List.of(2000) : List.of(2000, 5000);
    }

    static void run(Extent extent) throws Exception {
        try (TransportBench bench = new TransportBench(extent)) {
            if (!bench.transports.all().isEmpty()) {
                bench.measure();
                bench.report();
            }
        }
    }

    private void report() throws IOException {
        results.write(extent.named("transports"));
        results.print("%,d persistent QoS 1 messages queued, PostgreSQL embedded with fsync on".formatted(messages));
    }

    private void measure() throws Exception {
        // With fewer it is the JIT compiler that is measured: on two cores it takes one of them for a minute and a
        // half.
        int warmUpRounds = extent.pick(5, 5, 0);
        int rounds = extent.pick(9, 5, 2);
        for (int round = 0; round < warmUpRounds + rounds; round++) {
            results.discardIf(round < warmUpRounds);
            for (Transport transport : transports.all()) {
                for (int window : windows) {
                    int now = round;
                    Rounds.both(
                            round,
                            atOnce -> results.add(
                                    key(transport, window, atOnce),
                                    drained(transport, window, atOnce ? AT_ONCE : store.ledger(), now)));
                }
            }
        }
        transports.all().forEach(this::compare);
    }

    private double drained(Transport transport, int window, Ledger ledger, int round) throws Exception {
        transport.publish(Message.counting(round, messages), Pace.atOnce());
        store.empty();
        store.rest();
        Stopwatch stopwatch = new Stopwatch(ledger, messages);
        AutoCloseable node = transport.consume(stopwatch, window);
        double perSecond = stopwatch.perSecond();
        node.close();
        stopwatch.requireEachOnce();
        store.requireArrivals(ledger == AT_ONCE ? 0 : messages);
        return perSecond;
    }

    private void compare(Transport transport) {
        for (int window : windows) {
            results.compare(
                    "%s, ledger, at most %,d in flight".formatted(transport.name(), window),
                    key(transport, window, false),
                    "the same with a ledger that answers at once",
                    key(transport, window, true));
        }
    }

    private static String key(Transport transport, int window, boolean atOnce) {
        return transport.name() + window + atOnce;
    }

    @Override
    public void close() throws Exception {
        transports.close();
        store.close();
    }
}
